import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGrant } from "../../../../test/fixtures.ts";
import { isFullRun } from "../../../../test/full-run.ts";
import { startMailServer } from "../../../../test/mail-server.ts";
import type { TestStage } from "../../../../test/notifications.ts";
import { openNotificationStage } from "../../../../test/notifications.ts";
import { createOutboxJob } from "../../../infra/mail/outbox-job.ts";

const HOUR_MS = 3_600_000;

let stage: TestStage;
beforeAll(async () => {
  stage = await openNotificationStage();
});
afterAll(async () => await stage.close());

test("mails a fault to the plant's owner through SMTP in each language, with a one-click unsubscribe", async () => {
  const { db, clock } = stage;
  const smtp = await startMailServer();
  const outbox = createOutboxJob({
    db,
    clock,
    logger: pino({ level: "silent" }),
    config: { smtpUrl: smtp.url },
  });
  const words = {
    en: ["Severity: Fault", "Cause: ", "What happens now: ", "What to do: "],
    pt: ["Gravidade: Falha", "Causa: ", "O que acontece agora: ", "O que fazer: "],
    th: ["ระดับ: ขัดข้อง", "สาเหตุ: ", "สิ่งที่เกิดขึ้นตอนนี้: ", "สิ่งที่ต้องทำ: "],
    "zh-cn": ["级别：故障", "原因：", "当前影响：", "处理建议："],
  } as const;
  for (const language of ["en", "pt", "th", "zh-cn"] as const) {
    const { owner, plant, device, raise } = await stage.createOwner({ language, timeZone: "Asia/Bangkok" });
    const alarmId = await raise("0");
    await stage.work();
    await outbox.work();
    const mail = smtp.received.at(-1);
    expect(mail?.to).toEqual([owner.email]);
    const [head = ""] = (mail?.text ?? "").split("\r\n\r\n");
    const headers = head.replace(/\r\n[ \t]+/g, " ");
    expect(headers).toMatch(/^List-Unsubscribe: <http:\/\/[^>]+\/unsubscribe\?token=[\w.-]+>$/m);
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    const body = await stage.readBody(mail?.text ?? "");
    for (const part of [
      ...words[language],
      plant.name,
      `C15-4 (${device.sn})`,
      "Asia/Bangkok",
      `/#/alarms/${alarmId}`,
      "/unsubscribe?token=",
    ])
      expect(body).toContain(part);
  }
  await outbox.stop();
  await smtp.close();
  expect(smtp.received).toHaveLength(4);
});

test("mails each occurrence once: repeats, later rounds and concurrent processes add none", async () => {
  const { owner, raise, end } = await stage.createOwner();
  await raise("1");
  await raise("1");
  await Promise.all([stage.work(), stage.work(), stage.work()]);
  await raise("1");
  await stage.work();
  expect(await stage.subjects(owner)).toHaveLength(1);
  await end("1");
  await raise("1");
  await stage.work();
  await stage.work();
  expect(await stage.subjects(owner)).toHaveLength(2);
});

test("mails nothing below the minimum severity, of other plants, when turned off, or without a verified email", async () => {
  const quiet = await stage.createOwner();
  await quiet.raise("7", "warning");
  const off = await stage.createOwner({ settings: { isOn: false } });
  await off.raise("2");
  const chosen = await stage.createOwner({ settings: { plants: "chosen", stationIds: [quiet.plant.id] } });
  await chosen.raise("2");
  const unverified = await stage.createOwner({ isEmailVerified: false });
  await unverified.raise("2");
  const without = await stage.createOwner();
  await sql`update accounts set email_notify = false where id = ${without.owner.id}`.execute(stage.db);
  await without.raise("2");
  await stage.work();
  for (const { owner } of [quiet, off, chosen, unverified, without])
    expect(await stage.subjects(owner)).toEqual([]);
});

test("mails participants only where the plant's settings show them alarms, and places only where they see the layout", async () => {
  const { owner, plant, device, raise } = await stage.createOwner();
  const participant = await stage.createSubscriber({ plants: "all" });
  const stranger = await stage.createSubscriber({ plants: "all" });
  await createGrant(stage.db, {
    plantId: plant.id,
    accountId: participant.id,
    level: "participant",
    invitedBy: owner.id,
  });
  const show = (parts: string[]) =>
    sql`update plants set settings = jsonb_build_object('participantSees', ${JSON.stringify(parts)}::jsonb)
      where id = ${plant.id}`.execute(stage.db);
  await show(["energy"]);
  await raise("0");
  await stage.work();
  expect(await stage.subjects(participant)).toEqual([]);
  await show(["alarms"]);
  await raise("1");
  await stage.work();
  const [subject] = await stage.subjects(participant);
  expect(subject).toContain(device.sn);
  expect(subject).not.toContain("C15-4");
  expect(await stage.subjects(stranger)).toEqual([]);
  expect((await stage.subjects(owner)).at(-1)).toContain("C15-4");
});

test("drops what its recipient may no longer see when it is due", async () => {
  const { owner, plant, raise } = await stage.createOwner();
  const member = await stage.createSubscriber({ plants: "all", digest: "hourly" });
  const grant = {
    plantId: plant.id,
    accountId: member.id,
    level: "administrator",
    invitedBy: owner.id,
  } as const;
  const { id } = await createGrant(stage.db, grant);
  await raise("0");
  await stage.work();
  await sql`update plant_grants set state = 'ended', ended_at = now() where id = ${id}`.execute(stage.db);
  stage.clock.advance(HOUR_MS);
  await stage.work();
  expect(await stage.subjects(member)).toEqual([]);
});

test("mails the end of a mailed alarm to those who want it, and not of one that was not mailed", async () => {
  const wants = await stage.createOwner({ settings: { hasRecovery: true } });
  const plain = await stage.createOwner();
  for (const { raise, end } of [wants, plain]) {
    await raise("3");
    await stage.work();
    stage.clock.advance(1_000);
    await end("3");
    await raise("7", "warning");
    await stage.work();
    await end("7", "warning");
    await stage.work();
  }
  expect((await stage.subjects(wants.owner)).map((subject) => subject.includes("ended:"))).toEqual([
    false,
    true,
  ]);
  expect(await stage.subjects(plain.owner)).toHaveLength(1);
});

test("waits for the digest and the quiet hours, and sends one summary then", async () => {
  const { clock } = stage;
  clock.set(Date.parse("2026-06-01T20:30:00Z"));
  const hourly = await stage.createOwner({ settings: { digest: "hourly" } });
  const quiet = await stage.createOwner({
    settings: {
      digest: "hourly",
      quietFrom: 22,
      quietTo: 6,
      quietZone: "account",
      timeZone: "Europe/Berlin",
    },
  });
  for (const { raise } of [hourly, quiet]) {
    await raise("0");
    await raise("1");
  }
  await stage.work();
  expect(await stage.subjects(hourly.owner)).toEqual([]);
  clock.set(Date.parse("2026-06-01T21:00:00Z"));
  await stage.work();
  expect(await stage.subjects(hourly.owner)).toEqual(["Heliograph: 2 alarm notifications"]);
  expect(await stage.subjects(quiet.owner)).toEqual([]);
  clock.set(Date.parse("2026-06-02T04:00:00Z"));
  await stage.work();
  expect(await stage.subjects(quiet.owner)).toEqual(["Heliograph: 2 alarm notifications"]);
});

test("mails few alarms one by one, with their severity in the subject, and more than three in one summary", async () => {
  const { owner, raise } = await stage.createOwner({ settings: { minSeverity: "warning" } });
  for (const [code, severity] of [
    ["0", "fault"],
    ["1", "alarm"],
    ["2", "warning"],
  ] as const)
    await raise(code, severity);
  await stage.work();
  const starts = (await stage.subjects(owner)).map((subject) => subject.split(": ").slice(0, 2).join(": "));
  expect(starts.sort()).toEqual(["Heliograph: Alarm", "Heliograph: Fault", "Heliograph: Warning"]);
  for (const code of ["3", "4", "5", "6"]) await raise(code, code === "6" ? "alarm" : "fault");
  await stage.work();
  const subjects = await stage.subjects(owner);
  expect(subjects).toHaveLength(4);
  expect(subjects).toContain("Heliograph: 4 alarm notifications");
  expect((await stage.bodies(owner)).some((body) => body.startsWith("Faults: 3 · Alarms: 1\n"))).toBe(true);
});

/** Alarms of a storm, in ten parts. */
const STORM = isFullRun ? 10_000 : 1_000;

test("puts a storm of alarms into the mails of the limit, and names every alarm or its count", async () => {
  const part = STORM / 10;
  const { owner, plant, device } = await stage.createOwner({ settings: { maxPerHour: 3 } });
  const storm = async (from: number, count: number) => {
    await sql`
      with raised as (
        insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
        select ${plant.id}, ${device.id}, 'device', 'X' || n, 'fault', now(), now()
        from generate_series(${from}::int, ${from + count - 1}::int) n returning id
      )
      insert into alarm_events (alarm_id, at, kind) select id, now(), 'raised' from raised`.execute(stage.db);
    await stage.work();
  };
  for (let step = 0; step < 10; step += 1) await storm(step * part, part);
  expect(await stage.subjects(owner)).toEqual(Array(3).fill(`Heliograph: ${part} alarm notifications`));
  stage.clock.advance(HOUR_MS);
  await stage.work();
  expect((await stage.subjects(owner)).slice(3)).toEqual([`Heliograph: ${7 * part} alarm notifications`]);
  expect((await stage.bodies(owner)).at(-1)).toContain(`${7 * part - 50} more`);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from alarm_notifications where account_id = ${owner.id} and mailed_at is not null`.execute(
    stage.db,
  );
  expect(rows[0]?.total).toBe(STORM);
});

test("does not mail alarms that were cleared or grouped before, nor history that has ended", async () => {
  const cleared = await stage.createOwner({ settings: { digest: "hourly" } });
  await cleared.raise("0");
  await stage.work();
  await sql`update alarms set status = 'resolved', resolved_at = now() where plant_id = ${cleared.plant.id}`.execute(
    stage.db,
  );
  const old = await stage.createOwner();
  const long = stage.clock.now() - 48 * HOUR_MS;
  await old.raise("0", "fault", long);
  await old.end("0", "fault", long + HOUR_MS);
  stage.clock.advance(HOUR_MS);
  await stage.work();
  expect(await stage.subjects(cleared.owner)).toEqual([]);
  expect(await stage.subjects(old.owner)).toEqual([]);
});
