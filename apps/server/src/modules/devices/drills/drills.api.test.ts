import { randomUUID } from "node:crypto";
import { verifyRecord } from "@heliograph/contract/signed-record";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createDevice, createGrant, createSession } from "../../../../test/fixtures.ts";
import { until } from "../../../../test/link.ts";
import {
  addOperator,
  openSafetyPlant,
  openSafetyStage,
  samples,
  shutDownPlant,
  untilState,
} from "../../../../test/safety-stage.ts";
import { refuseWhileHeld } from "../commands/held-plants.service.ts";
import { writeRecordDocument } from "../safety/record-document.ts";

const stage = await openSafetyStage();
const { server } = stage;
const { db } = stage.engines;
const { open, closed } = samples;

test("a drill is a shutdown that its starter resets, with the time until it was safe; not while the plant is shut down", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 2 });
  await plant.connect();
  const call = (method: "GET" | "POST", path: string, input: object, authorization = plant.authorization) =>
    server.call(method, `/workData/powerStation/operation/${path}`, { authorization, ...input });
  const list = async () =>
    (await call("GET", "drills", { query: { stationId: plant.plant.id } })).envelope.data;
  expect(await list()).toMatchObject({ rows: [], everyMonths: 12, dueAt: expect.any(String) });
  expect(await plant.get()).toMatchObject({ lastDrill: null });
  const body = {
    stationId: plant.plant.id,
    isOnSite: true,
    note: "Roof ladder",
    idempotencyKey: randomUUID(),
  };
  expect((await call("POST", "drill", { body: { ...body, isOnSite: false } })).statusCode).toBe(400);
  const started = await call("POST", "drill", { body });
  expect((await call("POST", "drill", { body })).envelope.data).toEqual(started.envelope.data);
  const { authorization, reset } = await addOperator(stage, plant);
  const second = { ...body, idempotencyKey: randomUUID() };
  expect((await call("POST", "drill", { body: second }, authorization)).envelope.code).toBe("A0440");
  await plant.command("open");
  server.clock.advance(6_000);
  await plant.report([open, open]);
  await untilState(plant, "shut-down");
  expect((await plant.get()).operation).toMatchObject({ isDrill: true, reason: "Roof ladder" });
  // Readers see in their language that it was a drill; the note is its starter's.
  const { operationId } = started.envelope.data;
  const recorded = await readRecord({ plant }, operationId);
  expect(recorded.content.operation).toMatchObject({ isDrill: true, reason: "Roof ladder" });
  const { data: ledger } = (
    await call("GET", "ledger", { query: { stationId: plant.plant.id, order: "asc" } })
  ).envelope;
  expect(ledger.rows[0]).toMatchObject({ kind: "stop", detail: { drill: true, reason: "Roof ladder" } });
  expect(await list()).toMatchObject({
    rows: [{ isMine: true, endedAt: null, note: "Roof ladder", units: 2, proven: 2, safeAfterS: 6 }],
  });
  expect((await reset()).code).toBe("A0312");
  await plant.untilClockKnown();
  expect(await plant.reset()).toMatchObject({ code: "0" });
  const { rows, dueAt } = await list();
  // What the check before a shutdown names.
  expect(await plant.get()).toMatchObject({ lastDrill: { startedAt: rows[0].startedAt, safeAfterS: 6 } });
  expect(rows[0].endedAt).not.toBeNull();
  expect(Date.parse(dueAt)).toBeGreaterThan(server.clock.now() + 364 * 86_400_000);
  await call("POST", "drillInterval", { body: { stationId: plant.plant.id, everyMonths: null } });
  expect(await list()).toMatchObject({ everyMonths: null, dueAt: null });
});

type Plant = Awaited<ReturnType<typeof openSafetyPlant>>;

/** An MCON that the gateway names as its unit 4. */
async function addMcon(plant: Plant): Promise<{ id: string; sn: string }> {
  const sn = `${plant.gateway.sn}-M`;
  const birth = plant.birth(3);
  await plant.client().send("upBirth", {
    ...birth,
    rev: 2,
    units: [...birth.units, [4, sn, "MCON", "MC-200", "1.2", "2.4", { parent: 0 }]],
  });
  const found = await until(
    async () =>
      (
        await sql<{ id: string }>`
          select d.id from devices d join device_links l on l.device_id = d.id where d.sn = ${sn}`.execute(db)
      ).rows[0],
    (row) => row !== undefined,
  );
  // It sleeps, which is not offline: this gateway sends no values of it.
  const midnightDeg = ((12 - new Date(server.clock.now()).getUTCHours() + 12 + 12) % 24) * 15 - 180;
  await sql`
    update plants set latitude = 0, longitude = ${midnightDeg} where id = ${plant.plant.id}`.execute(db);
  return { id: found?.id ?? "", sn };
}

/** A connected plant of three units, the first two of which are behind an SCON or MCON. */
async function openStringPlant(type: "SCON" | "MCON" = "SCON") {
  const plant = await openSafetyPlant(stage, { unitCount: 3 });
  await plant.connect();
  await plant.report([closed, closed, closed]);
  await plant.untilClockKnown();
  await plant.untilUnitsOnline();
  const { id: plantId } = plant.plant;
  const string =
    type === "MCON"
      ? await addMcon(plant)
      : await createDevice(db, { type, plantId, parentId: plant.gateway.id, slotLabel: "B-S2" });
  const { rows: units } = await sql<{ id: string; sn: string }>`
    select d.id, d.sn from devices d join device_links l on l.device_id = d.id and l.to_at is null
    where l.plant_id = ${plantId} and d.type = 'OPT' order by d.sn`.execute(db);
  const behind = units.slice(0, 2).map(({ id }) => id);
  await sql`
    update device_links set parent_id = ${string.id}
    where device_id = any(${behind}::uuid[]) and to_at is null`.execute(db);
  server.clock.advance(1_000);
  const actAs = (authorization: string) => ({
    drill: async (body: object = {}) =>
      (
        await server.call("POST", "/workData/powerStation/operation/drill", {
          authorization,
          body: {
            ...{ stationId: plantId, stringId: string.id, isOnSite: true, idempotencyKey: randomUUID() },
            ...body,
          },
        })
      ).envelope,
    list: async () =>
      (
        await server.call("GET", "/workData/powerStation/operation/drills", {
          authorization,
          query: { stationId: plantId },
        })
      ).envelope.data,
    press: async (name: "open" | "close", { id, sn }: { id: string; sn: string }) =>
      (
        await server.call("POST", `/workData/device/${name}`, {
          authorization,
          body: { deviceId: id, idempotencyKey: randomUUID(), ...(name === "close" && { sn }) },
        })
      ).envelope,
  });
  return { plant, string, units, actAs, ...actAs(plant.authorization) };
}

type StringPlant = Awaited<ReturnType<typeof openStringPlant>>;

const readRecords = async ({ plant: { authorization, plant } }: StringPlant) =>
  (
    await server.call("GET", "/workData/powerStation/operation/records", {
      authorization,
      query: { stationId: plant.id },
    })
  ).envelope.data.rows;

const readRecord = async (
  { plant: { authorization, plant } }: Pick<StringPlant, "plant">,
  operationId: string,
) => {
  const { body } = await server.call("GET", "/workData/powerStation/operation/record", {
    authorization,
    query: { stationId: plant.id, operationId, format: "json", language: "en" },
  });
  expect(await verifyRecord(body)).toMatchObject({ isValid: true });
  return JSON.parse(body) as Parameters<typeof writeRecordDocument>[0];
};

const untilProven = (list: () => Promise<{ rows: { safeAfterS: number | null }[] }>) =>
  until(list, ({ rows }) => typeof rows[0]?.safeAfterS === "number");

test("a drill of a string opens its units only, is closed by its starter, and postpones no drill of the plant", async () => {
  const { plant, string, units, actAs, drill, list, press } = await openStringPlant();
  const before = await list();
  expect(before).toMatchObject({ rows: [], strings: [{ deviceId: string.id, sn: string.sn, units: 2 }] });
  const idempotencyKey = randomUUID();
  const started = await drill({ idempotencyKey, note: "Ladder" });
  expect(await plant.command("open")).toMatchObject({
    ...{ to: [1, 2], deadline: null, args: { hold: started.data.operationId } },
  });
  expect(await drill({ idempotencyKey, note: "Ladder" })).toMatchObject({ data: started.data });
  expect(await drill()).toMatchObject({ code: "A0440" });
  const { content } = await readRecord({ plant }, started.data.operationId);
  expect(content.operation.reason).toBe("Ladder");
  const session = await addOperator(stage, plant);
  const other = actAs(session.authorization);
  expect(await other.drill()).toMatchObject({ code: "A0312" });
  const shown = {
    deviceId: string.id,
    name: "B-S2",
    type: "SCON",
    kind: "open",
    isDrill: true,
    reason: "Ladder",
  };
  expect((await plant.actAs(session).get()).unitOperations).toMatchObject([
    { ...shown, state: "opening", isMine: false, counts: { units: 2, proven: 0 } },
  ]);
  server.clock.advance(6_000);
  await plant.report([open, open, closed]);
  const row = { string: { deviceId: string.id, sn: string.sn }, isMine: true, note: "Ladder", endedAt: null };
  const [drilled] = await until(
    async () => (await list()).rows,
    ([latest]) => latest.safeAfterS !== null,
  );
  expect(drilled).toMatchObject({ ...row, units: 2, proven: 2, dark: 0, safeAfterS: 6 });
  expect(await plant.get()).toMatchObject({
    lastDrill: null,
    ...{
      state: "normal",
      unitOperations: [{ ...shown, state: "open", isMine: true, counts: { proven: 2 } }],
    },
  });
  // A proof, revoked and given again, changes nothing in the time of the first one.
  server.clock.advance(1_000);
  await plant.report([closed, open, closed]);
  await until(
    async () => (await list()).rows,
    ([latest]) => latest.proven === 1,
  );
  server.clock.advance(1_000);
  await plant.report([open, open, closed]);
  await until(
    async () => (await list()).rows,
    ([latest]) => latest.proven === 2,
  );
  expect((await list()).rows[0].safeAfterS).toBe(6);
  expect(await other.press("close", string)).toMatchObject({ code: "A0312" });
  const [unit] = units as [{ id: string; sn: string }];
  expect(await press("close", unit)).toMatchObject({
    code: "A0440",
    msg: "The string of this unit is open. Close the string instead.",
  });
  expect(await press("close", string)).toMatchObject({ code: "0" });
  expect(await plant.command("close")).toMatchObject({ to: [1, 2], deadline: server.clock.now() + 60_000 });
  const { rows, dueAt } = await list();
  expect(rows[0].endedAt).not.toBeNull();
  expect(dueAt).toBe(before.dueAt);
});

test("a drill of a string, and closing it, have signed records of their own, by the place of the string", async () => {
  const stringPlant = await openStringPlant();
  const { plant, string, drill, list, press } = stringPlant;
  const named = { deviceId: string.id, sn: string.sn, type: "SCON", name: "B-S2" };
  expect((await list()).strings).toMatchObject([{ ...named, gatewaySn: plant.gateway.sn, units: 2 }]);
  const { data } = await drill({ note: "Ladder" });
  await plant.command("open");
  server.clock.advance(6_000);
  await plant.report([open, open, closed]);
  await untilProven(list);
  const record = await readRecord(stringPlant, data.operationId);
  expect(record.content).toMatchObject({
    ...{ strings: [], units: [{ state: "open" }, { state: "open" }] },
    operation: { kind: "shutdown", isDrill: true, string: named, units: 2, proven: 2, safeAfterS: 6 },
  });
  const { subtitle, facts, tables, notes } = writeRecordDocument(record, "en");
  expect({ subtitle, ...Object.fromEntries(facts) }).toMatchObject({
    ...{ subtitle: "Record of a drill", String: `B-S2 · ${string.sn}` },
    ...{ Operation: "Drill of rapid shutdown" },
  });
  expect(facts.at(-1)).toContain("6.0 s");
  expect(writeRecordDocument(record, "pt").facts.at(-1)).toContain("6,0 s");
  expect(tables.map(({ title }) => title)).toEqual(["Units", "Ledger"]);
  expect(notes.join(" ")).toContain("Only the units of this string were opened.");
  expect(notes.join(" ")).not.toContain("MCON");
  expect(await press("close", string)).toMatchObject({ code: "0" });
  await plant.command("close");
  server.clock.advance(2_000);
  await plant.report([closed, closed, closed]);
  const rows = await until(
    () => readRecords(stringPlant),
    ([latest]) => latest.safeAfterS !== null,
  );
  expect(rows).toMatchObject([
    { kind: "reset", isDrill: false, string: named, units: 2, proven: 2, safeAfterS: 2 },
    { kind: "shutdown", isDrill: true, string: named, operationId: data.operationId },
  ]);
  // Without the labels of places for participants from whom the plant hides its layout.
  await sql`
    update plants set settings = settings || '{"participantSees": ["devices"]}' where id = ${plant.plant.id}`.execute(
    db,
  );
  const { id: accountId } = await createAccount(db, { roleCode: "owner" });
  const { id: plantId, ownerId: invitedBy } = plant.plant;
  await createGrant(db, { plantId, accountId, invitedBy, level: "participant", mayOperate: true });
  const participant = await createSession(db, { accountId });
  const hidden = { ...named, name: string.sn };
  const shown = await stringPlant.actAs(participant.authorization).list();
  expect(shown).toMatchObject({ strings: [hidden], rows: [{ string: hidden }] });
  const asParticipant = { ...stringPlant, plant: { ...plant, ...participant } };
  expect(await readRecords(asParticipant)).toMatchObject([{ string: hidden }, { string: hidden }]);
  expect((await readRecord(asParticipant, data.operationId)).content).toMatchObject({
    operation: { string: hidden },
    units: [{ slotLabel: "" }, { slotLabel: "" }],
  });
  const closing = writeRecordDocument(await readRecord(stringPlant, rows[0].operationId), "en");
  expect(closing.subtitle).toBe("Record of a reset");
  // A unit that is opened alone is no drill.
  const alone = stringPlant.units[2] as { id: string; sn: string };
  expect(await press("open", alone)).toMatchObject({ code: "0" });
  expect(await readRecords(stringPlant)).toMatchObject([
    { unit: { sn: alone.sn }, string: null, isDrill: false },
    { unit: null, string: named },
    { unit: null, string: named },
  ]);
});

test("a drill at an MCON opens its relay, and is safe once the units behind it have missed its keep-alive", async () => {
  const stringPlant = await openStringPlant("MCON");
  const { plant, string, drill, list, press } = stringPlant;
  const { data } = await drill();
  // Of a drill its note is the reason.
  expect(
    await plant.post("operationReason", { operationId: data.operationId, reason: "Later" }),
  ).toMatchObject({ code: "A0440" });
  const relay = await plant.command("relay");
  expect(relay).toMatchObject({ to: [4], args: { on: false }, deadline: null });
  await plant.reply(relay, [[4, 0]]);
  // The relay has opened, and the units have not noticed yet: nothing is safe.
  server.clock.advance(1_000);
  await plant.report([closed, closed, closed], { rev: 2 });
  await until(
    async () => (await readRecord(stringPlant, data.operationId)).content.units,
    (units) => units.every(({ state }) => state === "closed"),
  );
  expect((await list()).rows).toMatchObject([{ safeAfterS: null, proven: 0 }]);
  server.clock.advance(11_000);
  await plant.report([open, open, closed], { rev: 2 });
  await untilProven(list);
  const record = await readRecord(stringPlant, data.operationId);
  expect(record.content.operation).toMatchObject({ safeAfterS: 12, string: { type: "MCON" } });
  // What opened the units is the command to their relay; none of them has acknowledged anything.
  expect(record.content.units).toMatchObject(
    [1, 2].map(() => ({ sentAt: expect.any(String), deliveries: 1, acknowledgedAt: null })),
  );
  expect(writeRecordDocument(record, "en").notes.join(" ")).toContain("The relay of the MCON was opened.");
  expect(await press("close", string)).toMatchObject({ code: "0" });
  expect(await plant.command("relay")).toMatchObject({ to: [4], args: { on: true } });
});

test.each(["SCON", "MCON"] as const)(
  "refuses a drill at an %s with no units behind it, which could never be proven",
  async (type) => {
    const { plant, string, drill, list } = await openStringPlant(type);
    await sql`
      update device_links set parent_id = ${plant.gateway.id}
      where parent_id = ${string.id} and to_at is null`.execute(db);
    expect(await drill()).toMatchObject({
      code: "A0720",
      msg: "This string has no units with a switch, so its drill could never be proven. Assign its units first.",
    });
    expect(await list()).toMatchObject({ rows: [], strings: [] });
    const { rows: sent } = await sql`
      select from commands where plant_id = ${plant.plant.id} and op in ('open', 'relay')`.execute(db);
    expect(sent).toEqual([]);
  },
);

test("a string without a label or an alias is called by its modules", async () => {
  const { units, string, list } = await openStringPlant("MCON");
  expect((await list()).strings).toMatchObject([{ name: "A1 – A2" }]);
  await sql`update devices set alias = 'East2' where id = ${string.id}`.execute(db);
  expect((await list()).strings).toMatchObject([{ name: "East2" }]);
  await sql`update devices set alias = '' where id = ${string.id}`.execute(db);
  await sql`
    update device_links set slot_id = null where device_id = any(${units.map(({ id }) => id)}::uuid[])`.execute(
    db,
  );
  expect((await list()).strings).toMatchObject([{ name: string.sn }]);
});

test.each(["SCON", "MCON"] as const)(
  "a shutdown of the plant takes over the drill of a string at an %s: one holder, whose reset closes all",
  async (type) => {
    const stringPlant = await openStringPlant(type);
    const { plant, string, units, drill, list, press, actAs } = stringPlant;
    const rev = type === "MCON" ? 2 : 1;
    const opening = type === "MCON" ? "relay" : "open";
    await drill();
    await plant.command(opening);
    server.clock.advance(1_000);
    await plant.report([open, open, closed], { rev });
    await untilProven(list);
    const session = await addOperator(stage, plant);
    const other = plant.actAs(session);
    const stopped = await other.stop();
    expect(stopped).toMatchObject({ code: "0" });
    // The units of the string are opened again with the others, and closed by nothing.
    expect(await plant.command("open")).toMatchObject({
      to: "all",
      args: { hold: stopped.data.operationId },
    });
    const { rows: holds } = await sql<{ id: string }>`
      select id from safety_operations
      where plant_id = ${plant.plant.id} and kind = 'shutdown' and ended_at is null`.execute(db);
    expect(holds).toEqual([{ id: stopped.data.operationId }]);
    expect(await list()).toMatchObject({ rows: [{ isReplaced: true, endedAt: expect.any(String) }] });
    const { rows: presses } = await sql<{ detail: string }>`
      select detail from safety_ledger where plant_id = ${plant.plant.id} and kind = 'stop'`.execute(db);
    expect(JSON.parse(presses[0]?.detail ?? "{}")).toMatchObject({ drills: [string.sn] });
    // The starter of the drill closes neither the string nor a unit of it, nor the plant.
    for (const device of [string, ...units])
      expect(await press("close", device)).toMatchObject({ code: "A0312" });
    expect(await plant.reset()).toMatchObject({ code: "A0312" });
    expect(await actAs(session.authorization).press("close", string)).toMatchObject({ code: "A0440" });
    server.clock.advance(1_000);
    await plant.report([open, open, open], { rev });
    await untilState(plant, "shut-down");
    const { rows: sent } = await sql<{ op: string }>`
      select op from commands
      where plant_id = ${plant.plant.id} and (op = 'close' or op = 'relay' and (args ->> 'on')::boolean)`.execute(
      db,
    );
    expect(sent).toEqual([]);
    expect(await other.reset()).toMatchObject({ code: "0" });
    expect(await plant.command("close")).toMatchObject({ to: "all" });
    if (type === "MCON") {
      const relay = await plant.command("relay");
      expect(relay).toMatchObject({ to: [4], args: { on: true } });
      await plant.reply(relay, [[4, 0]]);
    }
    server.clock.advance(1_000);
    await plant.report([closed, closed, closed], { rev });
    await untilState(plant, "normal");
  },
);

test("a relay that a shutdown took over is closed by the first reset that reaches it, and by no later one", async () => {
  const { plant, drill } = await openStringPlant("MCON");
  const { stop, reset } = plant;
  const resetAndCount = async () => {
    server.clock.advance(1_000);
    expect(await reset()).toMatchObject({ code: "0" });
    await plant.command("close");
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from commands
      where plant_id = ${plant.plant.id} and op = 'relay' and (args ->> 'on')::boolean`.execute(db);
    return rows[0]?.count;
  };
  await drill();
  await plant.command("relay");
  await stop();
  await plant.command("open");
  expect(await resetAndCount()).toBe(1);
  // Its gateway has not replied: the relay may still be open.
  await plant.command("relay");
  await stop();
  await plant.command("open");
  expect(await resetAndCount()).toBe(2);
  const relay = await plant.command("relay");
  await plant.reply(relay, [[4, 0]]);
  await until(
    async () =>
      (await sql<{ state: string }>`select state from commands where id = ${relay.id}`.execute(db)).rows[0],
    (row) => row?.state === "done",
  );
  await stop();
  await plant.command("open");
  expect(await resetAndCount()).toBe(2);
});

test("a drill of the plant starts only while no unit of it is open by command", async () => {
  const { plant, units, drill, press, actAs } = await openStringPlant();
  expect(await press("open", units[2] as { id: string; sn: string })).toMatchObject({ code: "0" });
  const ofPlant = { stringId: undefined };
  expect(await drill(ofPlant)).toMatchObject({
    code: "A0440",
    msg: "A drill starts from normal operation. Close what is open in this plant first.",
  });
  const other = actAs((await addOperator(stage, plant)).authorization);
  expect(await other.drill(ofPlant)).toMatchObject({ code: "A0312" });
  expect(await plant.get()).toMatchObject({ state: "normal" });
});

test("a drill of the plant that cannot be recorded shuts nothing down", async () => {
  const { plant, drill, list } = await openStringPlant();
  await sql`alter table safety_drills add constraint no_rain check (note <> 'Rain')`.execute(db);
  expect(await drill({ stringId: undefined, note: "Rain" })).not.toMatchObject({ code: "0" });
  await sql`alter table safety_drills drop constraint no_rain`.execute(db);
  expect(await plant.get()).toMatchObject({ state: "normal", operation: null });
  expect((await list()).rows).toEqual([]);
});

test("a drill of a string starts from normal operation, at an MCON or SCON of the plant", async () => {
  const { plant, units, string, drill, press } = await openStringPlant();
  const [unit] = units as [{ id: string; sn: string }];
  expect(await drill({ stringId: unit.id })).toMatchObject({ code: "A0720" });
  expect(await drill({ stringId: (await openStringPlant()).string.id })).toMatchObject({ code: "A0404" });
  expect(await press("open", unit)).toMatchObject({ code: "0" });
  expect(await drill()).toMatchObject({
    code: "A0440",
    msg: "A drill starts from normal operation. Close what is open in this string first.",
  });
  // Who closes the string closes the units that they have opened behind it.
  expect(await press("open", string)).toMatchObject({ code: "0" });
  expect(await press("close", string)).toMatchObject({ code: "0" });
  const { rows } = await sql`
    select from safety_operations
    where plant_id = ${plant.plant.id} and kind = 'shutdown' and ended_at is null`.execute(db);
  expect(rows).toEqual([]);
  await plant.stop();
  expect(await drill()).toMatchObject({
    code: "A0440",
    msg: "A drill starts from normal operation. Reset the plant first.",
  });
});

test("the units behind an opened SCON are held: nothing else may close them", async () => {
  const { plant, string, units, drill, press } = await openStringPlant();
  const { id: plantId, ownerId } = plant.plant;
  const [first, , third] = units.map(({ id }) => id);
  expect(await press("close", units[0] as { id: string; sn: string })).toMatchObject({ code: "0" });
  await drill();
  expect((await press("open", string)).code).toBe("0");
  const { rows } = await sql<{ deviceId: string }>`
    select device_id as "deviceId" from safety_operations
    where plant_id = ${plantId} and ended_at is null`.execute(db);
  expect(rows).toEqual([{ deviceId: string.id }]);
  const refuse = (deviceId: string | undefined, accountId: string | undefined) =>
    refuseWhileHeld(db, { plantId, deviceIds: [String(deviceId)], accountId });
  await expect(refuse(first, ownerId)).rejects.toMatchObject({ code: "A0440" });
  await expect(refuse(first, undefined)).rejects.toMatchObject({ code: "A0312" });
  await refuse(third, ownerId);
});

test("a string whose drill was released is named with the units that are still open, and is no drill any more", async () => {
  const { plant, string, units, drill, list, press } = await openStringPlant();
  await drill({ note: "Ladder" });
  await plant.command("open");
  server.clock.advance(6_000);
  await plant.report([open, open, closed]);
  await untilProven(list);
  const released = await server.call("POST", "/workData/device/release", {
    authorization: plant.authorization,
    body: { deviceId: string.id, reason: "Done" },
  });
  expect(released.envelope).toMatchObject({ code: "0" });
  const shown = { deviceId: string.id, name: "B-S2", kind: "open", state: "released", isDrill: false };
  const listShown = async () => (await plant.get()).unitOperations;
  expect(await listShown()).toMatchObject([{ ...shown, counts: { units: 2, proven: 0 }, sampleAt: null }]);
  expect((await list()).rows).toMatchObject([{ units: 2, proven: 2, safeAfterS: 6 }]);
  const listed = await server.call("GET", "/workData/powerStation/operation/list", {
    authorization: plant.authorization,
  });
  expect(listed.envelope.data.switchedPlants).toMatchObject({ rows: [{ opened: 1, drills: 0 }], total: 1 });
  // Another drill would be proven by what is open already.
  expect(await drill()).toMatchObject({
    code: "A0440",
    msg: "A drill starts from normal operation. Close what is open in this string first.",
  });
  expect(await drill({ stringId: undefined })).toMatchObject({
    code: "A0440",
    msg: "A drill starts from normal operation. Close what is open in this plant first.",
  });
  const [unit] = units as [{ id: string; sn: string }];
  expect(await press("close", unit)).toMatchObject({ code: "0" });
  expect(await listShown()).toMatchObject([
    { kind: "close", state: "closing" },
    { ...shown, counts: { units: 1 } },
  ]);
  // What is not listed any more, as after the replacement of the string's SCON, refuses no drill.
  await sql`update device_links set to_at = now() where device_id = ${string.id} and to_at is null`.execute(
    db,
  );
  expect(await listShown()).toMatchObject([{ kind: "close" }]);
  expect(await drill({ stringId: undefined })).toMatchObject({ code: "0" });
});

test("a real shutdown is no drill", async () => {
  const { plant } = await shutDownPlant(stage, 1);
  const { envelope } = await server.call("GET", "/workData/powerStation/operation/drills", {
    authorization: plant.authorization,
    query: { stationId: plant.plant.id },
  });
  expect(envelope.data.rows).toEqual([]);
});
