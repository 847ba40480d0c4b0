import type { AlarmMailSettings, Language } from "@heliograph/contract";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { startMailServer } from "../../../../test/mail-server.ts";
import type { TestStage } from "../../../../test/notifications.ts";
import { openNotificationStage } from "../../../../test/notifications.ts";
import { createOutboxJob } from "../../../infra/mail/outbox-job.ts";
import { createServerKeys } from "../../people/identity/server-keys.service.ts";
import { createDrillReminderJob } from "./drill-reminder-job.ts";

const logger = pino({ level: "silent" });
const HOUR_MS = 3_600_000;
const ADDED = Date.parse("2025-06-01T08:00:00Z");
const YEAR_LATER = Date.parse("2026-06-01T08:00:00Z");

let stage: TestStage;
beforeAll(async () => {
  stage = await openNotificationStage();
});
afterAll(async () => await stage.close());

/** One round of a process that has just started. */
const work = () => {
  const { db, clock, app } = stage;
  const { ownAddress } = app.services;
  return createDrillReminderJob({ db, clock, logger, ownAddress, serverKeys: createServerKeys(db) }).work();
};

const setAdded = (plantId: string) =>
  sql`update plants set created_at = ${new Date(ADDED)} where id = ${plantId}`.execute(stage.db);

/** An owner whose plant with an optimizer was added on 2025-06-01. */
async function createOwner(
  options: { language?: Language; settings?: Partial<AlarmMailSettings>; isEmailVerified?: boolean } = {},
) {
  const created = await stage.createOwner(options);
  await setAdded(created.plant.id);
  return { ...created, subjects: () => stage.subjects(created.owner) };
}

async function addPlant(ownerId: string) {
  const plant = await createPlant(stage.db, { ownerId });
  await createDevice(stage.db, { type: "RSD", plantId: plant.id });
  await setAdded(plant.id);
  return plant;
}

const addDrill = (plantId: string, at: Date) =>
  sql`
    with operation as (
      insert into safety_operations (plant_id, kind, accepted_at, deadline_at, ended_at)
      values (${plantId}, 'shutdown', ${at}, ${at}, ${at}) returning id
    )
    insert into safety_drills (operation_id, plant_id) select id, ${plantId} from operation`.execute(
    stage.db,
  );

test("mails the owner through SMTP in each language when a drill is due, once, with a one-click unsubscribe", async () => {
  const { db, clock } = stage;
  const smtp = await startMailServer();
  const outbox = createOutboxJob({ db, clock, logger, config: { smtpUrl: smtp.url } });
  const words = { en: "due since", pt: "previsto para", th: "ครบกำหนดตั้งแต่", "zh-cn": "应于" } as const;
  for (const language of ["en", "pt", "th", "zh-cn"] as const) {
    clock.set(YEAR_LATER - 1);
    const { owner, plant } = await createOwner({ language });
    await work();
    await outbox.work();
    const before = smtp.received.length;
    clock.set(YEAR_LATER);
    await work();
    await work();
    await outbox.work();
    expect(smtp.received).toHaveLength(before + 1);
    const mail = smtp.received.at(-1);
    expect(mail?.to).toEqual([owner.email]);
    const [head = ""] = (mail?.text ?? "").split("\r\n\r\n");
    expect(head.replace(/\r\n[ \t]+/g, " ")).toMatch(
      /^List-Unsubscribe: <http:\/\/[^>]+\/unsubscribe\?token=/m,
    );
    const body = await stage.readBody(mail?.text ?? "");
    for (const part of [words[language], plant.name, `/#/station/${plant.id}/safety`, "/unsubscribe?token="])
      expect(body).toContain(part);
  }
  expect(smtp.received).toHaveLength(4);
  await outbox.stop();
  await smtp.close();
});

test("a drill postpones the next mail by the interval of the plant, which the owner may change", async () => {
  const { clock, db } = stage;
  clock.set(YEAR_LATER);
  const { plant, subjects } = await createOwner();
  await addDrill(plant.id, new Date("2026-05-31T09:00:00Z"));
  await work();
  expect(await subjects()).toEqual([]);
  await sql`insert into safety_drill_intervals (plant_id, every_months) values (${plant.id}, 3)`.execute(db);
  clock.set(Date.parse("2026-08-31T08:59:59Z"));
  await work();
  expect(await subjects()).toEqual([]);
  clock.set(Date.parse("2026-08-31T09:00:00Z"));
  await Promise.all([work(), work(), work()]);
  expect(await subjects()).toEqual([`Heliograph: a shutdown drill is due at ${plant.name}`]);
  await addDrill(plant.id, new Date("2026-09-02T09:00:00Z"));
  clock.set(Date.parse("2026-12-02T09:00:00Z"));
  await work();
  expect(await subjects()).toHaveLength(2);
});

test("one mail names all plants of an owner that are due", async () => {
  stage.clock.set(YEAR_LATER);
  const { owner, plant, subjects } = await createOwner();
  const other = await addPlant(owner.id);
  await work();
  expect(await subjects()).toEqual(["Heliograph: shutdown drills are due at 2 plants"]);
  const [body] = await stage.bodies(owner);
  for (const { id } of [plant, other]) expect(body).toContain(`/station/${id}/safety`);
});

test("mails nothing without a reminder, without switches, when turned off, of a deleted plant or to an unverified address", async () => {
  const { clock, db } = stage;
  clock.set(YEAR_LATER);
  const never = await createOwner();
  await sql`insert into safety_drill_intervals (plant_id, every_months) values (${never.plant.id}, null)`.execute(
    db,
  );
  const without = await createOwner();
  await sql`update device_links set to_at = now() where plant_id = ${without.plant.id}`.execute(db);
  const off = await createOwner({ settings: { isOn: false } });
  const chosen = await createOwner({ settings: { plants: "chosen", stationIds: [never.plant.id] } });
  const noMails = await createOwner();
  await sql`update accounts set email_notify = false where id = ${noMails.owner.id}`.execute(db);
  const deleted = await createOwner();
  await sql`update plants set deleted_at = now() where id = ${deleted.plant.id}`.execute(db);
  const unverified = await createOwner({ isEmailVerified: false });
  await work();
  for (const { subjects } of [never, without, off, chosen, noMails, deleted, unverified])
    expect(await subjects()).toEqual([]);
});

test("waits for the end of the quiet hours, and while the limit of mails is reached", async () => {
  const { clock, db } = stage;
  clock.set(YEAR_LATER);
  const quiet = await createOwner({
    settings: { quietFrom: 7, quietTo: 10, quietZone: "account", timeZone: "UTC", digest: "daily" },
  });
  const limited = await createOwner({ settings: { maxPerHour: 1 } });
  await sql`insert into alarm_mails (account_id, mailed_at) values (${limited.owner.id}, ${new Date(YEAR_LATER)})`.execute(
    db,
  );
  await work();
  expect([await quiet.subjects(), await limited.subjects()]).toEqual([[], []]);
  clock.set(YEAR_LATER + HOUR_MS + 1);
  await work();
  expect(await quiet.subjects()).toEqual([]);
  expect(await limited.subjects()).toHaveLength(1);
  clock.set(Date.parse("2026-06-01T10:00:00Z"));
  await work();
  expect(await quiet.subjects()).toHaveLength(1);
});
