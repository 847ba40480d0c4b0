import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alarmMinute, createAlarmOwner } from "../../../../test/alarms.ts";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createGrant, createSession } from "../../../../test/fixtures.ts";

let engines: TestEngines;
let app: TestApp;

beforeAll(async () => {
  engines = await openTestEngines();
  app = await createTestApp(engines);
});
afterAll(async () => {
  await app.close();
  await engines.close();
});

const createOwner = () => createAlarmOwner(engines.db, app);
type Owner = Awaited<ReturnType<typeof createOwner>>;

async function createParticipant(one: Owner, mayOperate: boolean) {
  const guest = await createAccount(engines.db);
  const grant = { plantId: one.plant.id, accountId: guest.id, level: "participant", mayOperate } as const;
  await createGrant(engines.db, { ...grant, invitedBy: one.owner.id });
  return { ...guest, ...(await createSession(engines.db, { accountId: guest.id })) };
}

const listAudit = async (alarmId: string): Promise<{ type: string; original: unknown; new: unknown }[]> =>
  (
    await sql<{ type: string; original: unknown; new: unknown }>`
      select type, original, new from audit where object_id = ${alarmId} order by at, id`.execute(engines.db)
  ).rows;

describe("clearing", () => {
  test("clears an alarm whose condition has ended, once [R4.11]", async () => {
    const one = await createOwner();
    const alarmId = await one.add("7", { goneMinute: 1 });
    const messages: unknown[] = [];
    app.bus.subscribe(`plant.${one.plant.id}.alarms`, (message) => messages.push(message));
    expect(await one.post("/alarm/clear", { alarmId })).toMatchObject({ code: "0" });
    expect(messages).toEqual([{ type: "alarms", stationId: one.plant.id }]);
    expect((await one.get("/alarm/detail", { alarmId })).data).toMatchObject({
      status: "resolved",
      resolution: "single",
      resolvedByName: one.owner.userName,
      events: [{ kind: "cleared", resolution: "single", accountName: one.owner.userName }],
    });
    const again = await one.post("/alarm/clear", { alarmId });
    expect(again).toMatchObject({ code: "A0440", msg: "This alarm has already been cleared." });
    expect((await listAudit(alarmId)).map(({ type }) => type)).toEqual(["alarm.clear"]);
    expect((await one.get("/index/warningCount")).data).toBe(0);
  });

  test("refuses an alarm whose condition persists and names the forced clear, alone and in a batch [R4.11]", async () => {
    const one = await createOwner();
    const [present, gone, resolved] = await Promise.all([
      one.add("1"),
      one.add("2", { goneMinute: 1 }),
      one.add("3", { status: "resolved" }),
    ]);
    const refused = await one.post("/alarm/clear", { alarmId: present });
    expect(refused.code).toBe("A0440");
    expect(refused.msg).toContain("forced clear");
    const { data } = await one.post("/alarm/batchClear", { alarmIds: [present, gone, resolved] });
    expect(data.rows).toEqual([
      { alarmId: present, result: "persists" },
      { alarmId: gone, result: "done" },
      { alarmId: resolved, result: "unchanged" },
    ]);
    expect(await one.listCodes({ status: "unresolved" })).toEqual(["1"]);
  });

  test("forces with a reason, which the alarm and the log keep; the condition opens a new alarm at its next report [R4.11]", async () => {
    const one = await createOwner();
    const alarmId = await one.add("7");
    const without = await one.post("/alarm/forceClear", { alarmIds: [alarmId], reason: " " });
    expect(without).toMatchObject({ code: "A0400", data: { fields: [{ path: "reason" }] } });
    const { data } = await one.post("/alarm/forceClear", { alarmIds: [alarmId], reason: "Sensor is broken" });
    expect(data.rows).toEqual([{ alarmId, result: "done" }]);
    expect((await one.get("/alarm/detail", { alarmId })).data).toMatchObject({
      resolution: "forced",
      resolutionReason: "Sensor is broken",
      goneAt: null,
      events: [{ kind: "cleared", text: "Sensor is broken" }],
    });
    expect(await listAudit(alarmId)).toMatchObject([
      { type: "alarm.force-clear", new: { reason: "Sensor is broken", resolution: "forced" } },
    ]);
    await app.services.alarms.applyDeviceConditions([
      {
        plantId: one.plant.id,
        deviceId: one.device.id,
        kind: "raised",
        faultCode: "7",
        severity: "warning",
        source: "OPT",
        description: "overTemperature",
        at: new Date(alarmMinute(9)),
        intervalMs: 300_000,
      },
    ]);
    expect((await one.get("/alarm/list", { status: "unresolved" })).data.rows).toMatchObject([
      { faultCode: "7", count: 1, firstAt: alarmMinute(9) },
    ]);
  });

  test("refuses plants that the caller may not operate row by row, and returns no row for other plants", async () => {
    const [one, other] = await Promise.all([createOwner(), createOwner()]);
    const guest = await createParticipant(one, false);
    const alarmId = await one.add("7", { goneMinute: 1 });
    const foreign = await other.add("7", { goneMinute: 1 });
    const alarmIds = [alarmId, foreign, randomUUID()];
    for (const path of ["batchClear", "forceClear", "acknowledge"]) {
      const body = { alarmIds, ...(path === "forceClear" && { reason: "x" }) };
      const { data } = await one.post(`/alarm/${path}`, body, guest.authorization);
      expect({ path, rows: data.rows }).toEqual({ path, rows: [{ alarmId, result: "notAllowed" }] });
    }
    expect((await one.post("/alarm/clear", { alarmId }, guest.authorization)).code).toBe("A0300");
    expect((await one.post("/alarm/clear", { alarmId: foreign })).code).toBe("A0404");
    const operator = await createParticipant(one, true);
    expect((await one.post("/alarm/clear", { alarmId }, operator.authorization)).code).toBe("0");
  });

  test("refuses an empty batch, one that is too large, and an alarm named twice", async () => {
    const one = await createOwner();
    const id = randomUUID();
    for (const alarmIds of [[], Array.from({ length: 201 }, () => randomUUID()), [id, id]])
      expect((await one.post("/alarm/batchClear", { alarmIds })).code).toBe("A0400");
    const many = Array.from({ length: 200 }, () => randomUUID());
    expect((await one.post("/alarm/batchClear", { alarmIds: many })).data.rows).toEqual([]);
  });

  test("clears the ended alarms grouped under a cleared one with it, and lists the others again", async () => {
    const one = await createOwner();
    const parentAlarmId = await one.add("H101", { deviceId: one.gateway.id, goneMinute: 2 });
    await one.add("H102", { parentAlarmId });
    const ended = await one.add("H202", { parentAlarmId, goneMinute: 2 });
    await one.post("/alarm/clear", { alarmId: parentAlarmId });
    expect(await one.listCodes({ status: "unresolved" })).toEqual(["H102"]);
    expect((await one.get("/alarm/detail", { alarmId: ended })).data).toMatchObject({
      status: "resolved",
      resolution: "single",
      events: [{ kind: "cleared", accountName: one.owner.userName }],
    });
  });
});

test("acknowledges once, and the first to do so is shown", async () => {
  const one = await createOwner();
  const second = await createParticipant(one, true);
  const alarmId = await one.add("7");
  const resolved = await one.add("8", { status: "resolved" });
  const alarmIds = [alarmId, resolved];
  expect((await one.post("/alarm/acknowledge", { alarmIds })).data.rows).toEqual([
    { alarmId, result: "done" },
    { alarmId: resolved, result: "unchanged" },
  ]);
  const again = await one.post("/alarm/acknowledge", { alarmIds: [alarmId] }, second.authorization);
  expect(again.data.rows).toEqual([{ alarmId, result: "unchanged" }]);
  const { data } = await one.get("/alarm/detail", { alarmId });
  expect(data).toMatchObject({ acknowledgedByName: one.owner.userName, events: [{ kind: "acknowledged" }] });
  expect((await one.get("/alarm/counts")).data.rows).toMatchObject([{ total: 1, unacknowledged: 0 }]);
  expect(await listAudit(alarmId)).toHaveLength(1);
});

test("assigns to accounts that read the plant's alarms and are known to the caller, and to no one else", async () => {
  const [one, stranger] = await Promise.all([createOwner(), createOwner()]);
  const guest = await createParticipant(one, false);
  const colleague = await createAccount(engines.db, { companyId: one.owner.companyId });
  const disabled = await createAccount(engines.db, { companyId: one.owner.companyId });
  await sql`update accounts set disabled_at = now() where id = ${disabled.id}`.execute(engines.db);
  const alarmId = await one.add("7");
  const { rows } = (await one.get("/alarm/assignees", { alarmId })).data;
  expect(rows.map(({ accountId }: { accountId: string }) => accountId).sort()).toEqual(
    [one.owner.id, guest.id, colleague.id].sort(),
  );
  expect((await one.get("/alarm/assignees", { alarmId, search: guest.userName })).data.rows).toHaveLength(1);
  const assign = (assigneeId: string | null) => one.post("/alarm/assign", { alarmId, assigneeId });
  expect((await assign(guest.id)).code).toBe("0");
  expect((await assign(guest.id)).code).toBe("0");
  for (const id of [stranger.owner.id, disabled.id, randomUUID()])
    expect(await assign(id)).toMatchObject({ code: "A0400", data: { fields: [{ path: "assigneeId" }] } });
  expect((await one.get("/alarm/list", { assignedToMe: true }, guest.authorization)).data.total).toBe(1);
  expect((await assign(null)).code).toBe("0");
  const { data } = await one.get("/alarm/detail", { alarmId });
  expect(data).toMatchObject({
    assigneeId: null,
    events: [
      { kind: "assigned", assigneeName: null },
      { kind: "assigned", assigneeName: guest.userName },
    ],
  });
  expect(await listAudit(alarmId)).toMatchObject([
    { type: "alarm.assign", original: { assigneeId: null }, new: { assigneeId: guest.id } },
    { type: "alarm.assign", original: { assigneeId: guest.id }, new: { assigneeId: null } },
  ]);
});

test("keeps comments in the history and their text out of the log; refuses empty, huge and too many ones", async () => {
  const one = await createOwner();
  const alarmId = await one.add("7");
  const comment = (text: string) => one.post("/alarm/comment", { alarmId, text });
  expect((await comment("Ladder needed\nTwo people")).code).toBe("0");
  for (const text of ["", "  ", "x".repeat(1_001)]) expect((await comment(text)).code).toBe("A0400");
  expect((await one.get("/alarm/detail", { alarmId })).data.events).toMatchObject([
    { kind: "commented", text: "Ladder needed\nTwo people", accountName: one.owner.userName },
  ]);
  expect(await listAudit(alarmId)).toEqual([{ type: "alarm.comment", original: null, new: null }]);
  await sql`
    insert into alarm_events (alarm_id, at, kind, detail)
    select ${alarmId}, now(), 'commented', '{"text": "x"}' from generate_series(1, 199)`.execute(engines.db);
  expect((await comment("one more")).code).toBe("A0440");
});

test("changes the severity of an unresolved alarm", async () => {
  const one = await createOwner();
  const alarmId = await one.add("7");
  const resolved = await one.add("8", { status: "resolved" });
  const change = (id: string, severity: string) => one.post("/alarm/severity", { alarmId: id, severity });
  expect((await change(alarmId, "fault")).code).toBe("0");
  expect((await change(alarmId, "fault")).code).toBe("0");
  expect((await change(alarmId, "urgent")).code).toBe("A0400");
  expect((await change(resolved, "fault")).code).toBe("A0440");
  expect((await one.get("/alarm/detail", { alarmId })).data).toMatchObject({
    severity: "fault",
    events: [{ kind: "severity", severity: "fault" }],
  });
  expect(await listAudit(alarmId)).toMatchObject([
    { type: "alarm.severity", original: { severity: "warning" }, new: { severity: "fault" } },
  ]);
});
