import { randomUUID } from "node:crypto";
import { verifyRecord } from "@heliograph/contract/signed-record";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createGrant, createSession } from "../../../../test/fixtures.ts";
import { until } from "../../../../test/link.ts";
import { addOperator, openSafetyPlant, openSafetyStage, samples } from "../../../../test/safety-stage.ts";
import { writeRecordDocument } from "./record-document.ts";

const stage = await openSafetyStage();
const { engines, server } = stage;
const { db } = engines;
const { open, closed } = samples;
const DENIED = "Operation denied, the device was shut down by someone else";

/** A connected plant whose units have reported that they are closed, with calls for each unit. */
async function openUnits(unitCount = 2) {
  const plant = await openSafetyPlant(stage, { unitCount });
  await plant.connect();
  await plant.report(Array.from({ length: unitCount }, () => closed));
  await plant.untilClockKnown();
  await plant.untilUnitsOnline();
  server.clock.advance(1_000);
  const { rows } = await sql<{ id: string; sn: string }>`
    select d.id, d.sn from device_links l join devices d on d.id = l.device_id
    where l.plant_id = ${plant.plant.id} and d.type = 'OPT' and l.to_at is null order by d.sn`.execute(db);
  const actAs = (authorization: string) => {
    const call = async (name: string, at: number, body: object) =>
      (
        await server.call("POST", `/workData/device/${name}`, {
          authorization,
          body: { deviceId: rows[at]?.id, ...body },
        })
      ).envelope;
    return {
      open: (at: number, body: object = {}) => call("open", at, { idempotencyKey: randomUUID(), ...body }),
      close: (at: number, body: object = {}) =>
        call("close", at, { idempotencyKey: randomUUID(), sn: rows[at]?.sn, ...body }),
      release: (at: number) => call("release", at, { reason: "Inspected" }),
      get: async (at: number) =>
        (
          await server.call("GET", "/workData/device/switch", {
            authorization,
            query: { deviceId: String(rows[at]?.id) },
          })
        ).envelope.data,
    };
  };
  return { plant, units: actAs(plant.authorization), actAs };
}

type Units = Awaited<ReturnType<typeof openUnits>>["units"];
const untilState = (units: Units, at: number, state: string) =>
  until(
    () => units.get(at),
    (data) => data.state === state,
  );

test("opens one unit, shows it open only once measured, and closes it once", async () => {
  const { plant, units } = await openUnits();
  expect(await units.get(0)).toMatchObject({
    state: "none",
    hasSwitch: true,
    ops: { open: { allowed: true } },
  });
  const { data } = await units.open(0, { reason: "Broken glass" });
  const command = await plant.command("open");
  expect(command).toMatchObject({ to: [1], deadline: null, args: { hold: data.operationId } });
  server.clock.advance(100);
  await plant.reply(command, [[1, 0]]);
  const acknowledged = await until(
    () => units.get(0),
    (now) => now.operation.acknowledgedAt !== null,
  );
  expect(acknowledged).toMatchObject({
    state: "opening",
    operation: { isMine: true, isDrill: false, reason: "Broken glass" },
  });
  await plant.report([open, closed]);
  const opened = await untilState(units, 0, "open");
  expect(opened).toMatchObject({ counts: { units: 1, proven: 1 }, units: [{ inputV: expect.closeTo(45) }] });
  const provenAt = opened.units[0].sampleAt;
  expect(opened.evidence).toMatchObject({ age: "recent", recent: 1, oldestAt: provenAt });
  // The other unit and the plant are not concerned.
  expect(await units.get(1)).toMatchObject({ state: "none", operation: null });
  expect(await plant.get()).toMatchObject({ state: "normal" });
  expect(await units.close(0, { sn: "OTHER" })).toMatchObject({ code: "A0400" });
  expect(await units.close(0)).toMatchObject({ code: "0", data: { state: "closing" } });
  expect(await plant.command("close")).toMatchObject({ to: [1], deadline: server.clock.now() + 60_000 });
  expect(await units.close(0)).toMatchObject({ code: "A0440", msg: "The unit is already being closed." });
  server.clock.advance(1_000);
  await plant.report([closed, closed]);
  const { operation } = await untilState(units, 0, "closed");
  const { envelope: ledger } = await server.call("GET", "/workData/powerStation/operation/ledger", {
    authorization: plant.authorization,
    query: { stationId: plant.plant.id, order: "asc" },
  });
  const listDeadlines = (pressed: string) =>
    ledger.data.rows.flatMap(({ kind, detail }: { kind: string; detail: { deadline: string } }) =>
      kind === pressed ? [detail.deadline] : [],
    );
  const delivered = ledger.data.rows.find(({ kind }: { kind: string }) => kind === "delivered");
  expect(delivered.detail.units).toEqual([{ unit: 1, sn: opened.units[0].sn }]);
  expect(listDeadlines("unitOpen")).toEqual([opened.operation.deadlineAt]);
  expect(listDeadlines("unitClose")).toEqual([operation.deadlineAt]);
});

test("a key that was used for another unit, or for opening, is refused; nothing is sent", async () => {
  const { plant, units } = await openUnits();
  const idempotencyKey = randomUUID();
  const { data } = await units.open(0, { idempotencyKey });
  expect((await units.open(0, { idempotencyKey })).data).toEqual({ ...data, state: "opening" });
  const used = { code: "A0440", msg: "This request has already been used for another command. Try again." };
  expect(await units.open(1, { idempotencyKey })).toMatchObject(used);
  expect(await units.close(0, { idempotencyKey })).toMatchObject(used);
  expect([(await units.get(0)).state, (await units.get(1)).state]).toEqual(["opening", "none"]);
  const { rows } = await sql`select from safety_operations where plant_id = ${plant.plant.id}`.execute(db);
  expect(rows).toHaveLength(1);
});

test("a unit is not closed while the account waits for a second person", async () => {
  const { plant, units } = await openUnits(1);
  await units.open(0);
  await plant.command("open");
  server.clock.advance(1_000);
  await plant.report([open]);
  await untilState(units, 0, "open");
  const { ownerId } = plant.plant;
  await sql`
    insert into fleet_brakes (account_id, company_id, stopped_at, plant_count)
    select id, company_id, ${new Date(server.clock.now())}, 6 from accounts where id = ${ownerId}`.execute(
    db,
  );
  expect(await units.close(0)).toMatchObject({ msg: expect.stringMatching(/^You have changed many plants/) });
  expect(await units.get(0)).toMatchObject({ state: "open" });
  await sql`delete from fleet_brakes where account_id = ${ownerId}`.execute(db);
  expect(await units.close(0)).toMatchObject({ code: "0" });
});

test("the opening and the closing of a unit have signed records, which say nothing about the rest of the plant", async () => {
  const { plant, units } = await openUnits();
  const read = (path: string, query: object = {}) =>
    server.call("GET", `/workData/powerStation/operation/${path}`, {
      authorization: plant.authorization,
      query: { stationId: plant.plant.id, ...query },
    });
  const readRecord = async (operationId: string) => {
    const { body } = await read("record", { operationId, format: "json", language: "en" });
    expect(await verifyRecord(body)).toMatchObject({ isValid: true });
    const file = JSON.parse(body);
    const { subtitle, facts, notes, tables } = writeRecordDocument(file, "en");
    return { file, subtitle, notes, facts: Object.fromEntries(facts), tables: tables.length };
  };
  const { data } = await units.open(0, { reason: "Broken glass" });
  await plant.command("open");
  server.clock.advance(100);
  await plant.report([open, closed]);
  const opened = await untilState(units, 0, "open");
  const { sn } = opened.units[0];
  const opening = await readRecord(data.operationId);
  expect(opening.file.content).toMatchObject({
    operation: { unit: { sn, type: "OPT" }, string: null, reason: "Broken glass", proven: 1 },
    ...{ units: [{ sn, state: "open" }], strings: [] },
  });
  expect(opening).toMatchObject({
    ...{ subtitle: "Record of the opening of a unit", tables: 2 },
    facts: { Unit: `A1 · ${sn}`, Operation: "Opening of a unit", Reason: "Broken glass" },
    notes: expect.arrayContaining([expect.stringContaining("Only this unit was opened.")]),
  });
  const { data: closing } = await units.close(0);
  await plant.command("close");
  server.clock.advance(1_000);
  await plant.report([closed, closed]);
  await untilState(units, 0, "closed");
  expect(await readRecord(closing.operationId)).toMatchObject({
    ...{ subtitle: "Record of the closing of a unit", file: { content: { operation: { proven: 1 } } } },
    facts: { Unit: `A1 · ${sn}`, Operation: "Closing of a unit" },
  });
  const { rows } = (await read("records")).envelope.data;
  expect(rows).toMatchObject([
    { operationId: closing.operationId, kind: "reset", unit: { sn }, string: null, safeAfterS: 1 },
    { operationId: data.operationId, kind: "shutdown", unit: { sn }, string: null, isDrill: false },
  ]);
});

/** A user without rights to operate, who sees the plant as its settings allow. */
async function addParticipant(plant: Awaited<ReturnType<typeof openUnits>>["plant"]) {
  const account = await createAccount(db, { roleCode: "owner" });
  const { ownerId } = plant.plant;
  await createGrant(db, {
    ...{ plantId: plant.plant.id, accountId: account.id, invitedBy: ownerId, level: "participant" },
  });
  return plant.actAs(await createSession(db, { accountId: account.id }));
}

test("the safety of the plant names each unit that is open alone, until it is measured closed", async () => {
  const { plant, units, actAs } = await openUnits();
  const list = async (reader: Pick<typeof plant, "get"> = plant) => (await reader.get()).unitOperations;
  expect(await list()).toEqual([]);
  const { data } = await units.open(0, { reason: "Broken glass" });
  const { sn } = await units.get(0).then(({ units: [unit] }) => unit);
  const named = { operationId: data.operationId, sn, type: "OPT", name: "A1", reason: "Broken glass" };
  expect(await plant.get()).toMatchObject({
    state: "normal",
    unitOperations: [
      {
        ...{ ...named, kind: "open", isDrill: false, state: "opening", isMine: true, isConnected: true },
        ...{ counts: { units: 1, proven: 0, dark: 0 }, sampleAt: null, byName: expect.any(String) },
      },
    ],
  });
  await plant.command("open");
  server.clock.advance(31_000);
  expect(await list()).toMatchObject([{ state: "open-timed-out" }]);
  await plant.report([open, closed]);
  const [measured] = await until(list, ([unit]) => unit.state === "open");
  expect(measured).toMatchObject({ counts: { proven: 1 }, sampleAt: expect.any(String) });
  expect(measured.evidence).toMatchObject({ age: "recent", recent: 1, oldestAt: measured.sampleAt });
  // Another user sees it without the rights to operate, and reads nothing where the plant's settings hide its devices.
  const participant = await addParticipant(plant);
  expect(await list(participant)).toMatchObject([{ ...named, isMine: false }]);
  expect((await participant.get()).units).toMatchObject([{ slotLabel: "A1" }, { slotLabel: "A2" }]);
  const show = (...parts: string[]) =>
    sql`
      update plants set settings = settings || ${JSON.stringify({ participantSees: parts })}::jsonb
      where id = ${plant.plant.id}`.execute(db);
  // Without the labels of places where they hide its layout.
  await show("devices");
  const { unitOperations, units: listed } = await participant.get();
  expect(unitOperations).toMatchObject([{ operationId: data.operationId, sn, name: sn }]);
  expect(listed).toMatchObject([{ slotLabel: "" }, { slotLabel: "" }]);
  expect((await actAs(participant.authorization).get(0)).units).toMatchObject([{ sn, slotLabel: "" }]);
  await show("alarms");
  expect(await participant.get()).toBeNull();
  // Also while the plant is shut down by someone else, who cannot reset it for this unit.
  expect(await plant.actAs(await addOperator(stage, plant)).stop()).toMatchObject({ code: "0" });
  expect(await plant.get()).toMatchObject({ state: "shutting-down", unitOperations: [{ sn }] });
});

test("what was proven of a unit that is open alone is called old without its gateway, on its card and in its plant", async () => {
  const { plant, units } = await openUnits();
  await units.open(0);
  await plant.command("open");
  server.clock.advance(1_000);
  await plant.report([open, closed]);
  await untilState(units, 0, "open");
  await plant.disconnect();
  const offlineGateways = [{ sn: plant.gateway.sn, units: 1 }];
  const evidence = { age: "old", recent: 0, recentForMs: null, offlineGateways };
  expect(await units.get(0)).toMatchObject({ state: "open", evidence });
  expect(await plant.get()).toMatchObject({ evidence: { age: "none" }, unitOperations: [{ evidence }] });
  await plant.connect();
  expect(await units.release(0)).toMatchObject({ code: "0" });
  expect(await plant.get()).toMatchObject({
    unitOperations: [{ state: "released", evidence: { age: "none" } }],
  });
});

test("lists plants with devices that were switched separately, to users who see their devices only", async () => {
  const { plant, units } = await openUnits();
  const listAs = async (authorization: string) =>
    (await server.call("GET", "/workData/powerStation/operation/list", { authorization })).envelope.data;
  const list = async () => await listAs(plant.authorization);
  const nothing = { rows: [], total: 0 };
  expect((await list()).switchedPlants).toEqual(nothing);
  await units.open(0);
  const since = new Date(server.clock.now()).toISOString();
  server.clock.advance(1_000);
  await units.open(1);
  const row = { stationId: plant.plant.id, drills: 0, since };
  const opened = { rows: [{ ...row, opened: 2, closing: 0 }], total: 1 };
  expect(await list()).toMatchObject({ rows: [], total: 0, switchedPlants: opened });
  const participant = await addParticipant(plant);
  expect((await listAs(participant.authorization)).switchedPlants).toMatchObject(opened);
  const settings = JSON.stringify({ participantSees: ["alarms"] });
  await sql`update plants set settings = settings || ${settings}::jsonb where id = ${plant.plant.id}`.execute(
    db,
  );
  expect((await listAs(participant.authorization)).switchedPlants).toEqual(nothing);
  const stranger = await createAccount(db, { roleCode: "owner" });
  const foreign = await createSession(db, { accountId: stranger.id });
  expect((await listAs(foreign.authorization)).switchedPlants).toEqual(nothing);
  expect(await units.close(0)).toMatchObject({ code: "0" });
  expect((await list()).switchedPlants.rows).toMatchObject([
    { ...row, opened: 1, closing: 1, since: expect.any(String) },
  ]);
  // A plant that is shut down is listed once.
  expect(await plant.stop()).toMatchObject({ code: "0" });
  expect(await list()).toMatchObject({ total: 1, switchedPlants: nothing });
});

test("a unit that is closed alone is named until it is measured closed, and not again in the night", async () => {
  const { plant, units } = await openUnits(1);
  const list = async () => (await plant.get()).unitOperations;
  await units.open(0);
  await plant.command("open");
  expect(await units.close(0)).toMatchObject({ code: "0" });
  expect(await list()).toMatchObject([{ kind: "close", state: "closing" }]);
  await plant.command("close");
  server.clock.advance(61_000);
  expect(await list()).toMatchObject([{ state: "close-timed-out" }]);
  await plant.report([closed]);
  await until(list, (rows) => rows.length === 0);
  server.clock.advance(60_000);
  await plant.report([samples.dark]);
  await untilState(units, 0, "close-timed-out");
  expect(await list()).toEqual([]);
});

test("a unit whose gateway was offline after its closing is named until a late report says that it is closed", async () => {
  const { plant, units } = await openUnits(1);
  const list = async () => (await plant.get()).unitOperations;
  await units.open(0);
  await plant.command("open");
  expect(await units.close(0)).toMatchObject({ code: "0" });
  await plant.command("close");
  await plant.disconnect();
  server.clock.advance(15 * 60_000);
  await plant.connect();
  expect(await list()).toMatchObject([{ kind: "close", state: "close-timed-out" }]);
  await plant.report([closed]);
  await until(list, (rows) => rows.length === 0);
});

test("a unit whose hold was released is named until it is measured closed, or another operation replaces it", async () => {
  const { plant, units, actAs } = await openUnits();
  const list = async () => (await plant.get()).unitOperations;
  const openAndRelease = async (reason: string) => {
    server.clock.advance(1_000);
    const { data } = await units.open(0, { reason });
    await plant.command("open");
    server.clock.advance(1_000);
    await plant.report([open, closed]);
    await untilState(units, 0, "open");
    server.clock.advance(1_000);
    expect(await units.release(0)).toMatchObject({ code: "0" });
    return {
      operationId: data.operationId,
      kind: "open",
      state: "released",
      reason,
      name: "A1",
      sampleAt: null,
    };
  };
  const released = await openAndRelease("Broken glass");
  const counts = { units: 1, proven: 0, dark: 0 };
  expect(await plant.get()).toMatchObject({ state: "normal", unitOperations: [{ ...released, counts }] });
  await server.services.safety.deleteClosedUnits();
  expect(await list()).toMatchObject([released]);
  server.clock.advance(1_000);
  await plant.report([closed, closed]);
  await until(
    async () => {
      await server.services.safety.deleteClosedUnits();
      return await list();
    },
    (rows) => rows.length === 0,
  );
  // No one holds it: another user closes it, which replaces it.
  const again = await openAndRelease("Again");
  expect(await list()).toMatchObject([again]);
  const other = actAs((await addOperator(stage, plant)).authorization);
  expect(await other.close(0)).toMatchObject({ code: "0" });
  expect(await list()).toMatchObject([{ kind: "close", state: "closing" }]);
  // So does a shutdown of the plant.
  const third = await openAndRelease("Once more");
  expect(await list()).toMatchObject([third]);
  expect(await plant.stop()).toMatchObject({ code: "0" });
  expect(await list()).toEqual([]);
});

test("sends the command again to a unit that is not proven, says that it timed out, and takes back a proof", async () => {
  const { plant, units } = await openUnits(1);
  await units.open(0);
  const first = await plant.command("open");
  server.clock.advance(31_000);
  const again = await plant.command("open");
  expect(again.id).not.toBe(first.id);
  expect(again).toMatchObject({ to: [1], args: first.args });
  expect(await units.get(0)).toMatchObject({ state: "open-timed-out", units: [{ state: "timeout" }] });
  await plant.report([open]);
  await untilState(units, 0, "open");
  server.clock.advance(60_000);
  await plant.report([closed]);
  await untilState(units, 0, "open-timed-out");
  expect(await plant.command("open")).toMatchObject({ to: [1] });
});

test("a unit that someone has opened is opened, closed and reset by no other user until they release it", async () => {
  const { plant, units, actAs } = await openUnits();
  await units.open(0);
  await plant.command("open");
  const session = await addOperator(stage, plant);
  const other = actAs(session.authorization);
  const otherOnPlant = plant.actAs(session);
  expect(await other.open(0)).toMatchObject({ code: "A0312", msg: DENIED });
  expect(await other.close(0)).toMatchObject({ code: "A0312", msg: DENIED });
  expect(await other.release(0)).toMatchObject({ code: "A0312" });
  expect((await other.get(0)).ops).toMatchObject({
    open: { allowed: false, reason: DENIED },
    close: { allowed: false, reason: DENIED },
  });
  // A shutdown of the plant is never refused for it, but its reset would close the unit.
  expect(await otherOnPlant.stop()).toMatchObject({ code: "0" });
  expect(await units.close(0)).toMatchObject({ code: "A0312" });
  expect(await otherOnPlant.reset()).toMatchObject({ code: "A0312", msg: DENIED });
  expect(await units.release(0)).toMatchObject({ code: "0" });
  // The shutdown of the plant holds it.
  expect((await plant.get()).unitOperations).toEqual([]);
  expect(await otherOnPlant.reset()).toMatchObject({ code: "0" });
});

test("refuses an offline unit in its own sentence, and closing while the plant is held, marked or its clock unknown", async () => {
  const { plant, units } = await openUnits(1);
  const say = (s: number, kind: "up" | "down") =>
    plant.client().send("upEvent", { v: 1, rev: 1, s, t: server.clock.now(), e: [[1, kind]] });
  await say(100, "down");
  const offline = await until(
    () => units.get(0),
    ({ ops }) => !ops.open.allowed,
  );
  expect(offline.ops.open.reason).toBe("Device offline, unable to shut down");
  expect(await units.open(0)).toMatchObject({ code: "B0210", msg: "Device offline, unable to shut down" });
  server.clock.advance(1_000);
  await say(101, "up");
  await until(
    () => units.get(0),
    ({ ops }) => ops.open.allowed,
  );
  await plant.stop();
  expect(await units.open(0)).toMatchObject({ code: "A0440" });
  expect(await units.close(0)).toMatchObject({
    code: "A0440",
    msg: "The plant is shut down. Reset the plant to close its units.",
  });
  const { envelope } = await server.call("GET", "/permission/checkStationOp", {
    authorization: plant.authorization,
    query: { stationId: plant.plant.id },
  });
  expect(envelope.data.close).toEqual({
    allowed: false,
    reason: "The plant is shut down. Reset the plant to close its units.",
  });
  await plant.post("keepShut", { keep: true });
  await plant.post("releaseHold", { reason: "Inspected" });
  expect(await units.close(0)).toMatchObject({ code: "A0312" });
  await plant.post("keepShut", { keep: false });
  await sql`update gateways set clock_offset_ms = null where device_id = ${plant.gateway.id}`.execute(db);
  expect(await units.close(0)).toMatchObject({ code: "A0440" });
  await sql`update gateways set is_online = false where device_id = ${plant.gateway.id}`.execute(db);
  expect(await units.open(0)).toMatchObject({ code: "B0210", msg: "Device offline, unable to shut down" });
});

test("30 presses open a unit once, and a reset of the plant by the same user ends the hold", async () => {
  const { plant, units } = await openUnits(1);
  const key = randomUUID();
  const presses = await Promise.all(
    Array.from({ length: 30 }, (_, at) => units.open(0, at % 2 === 0 ? { idempotencyKey: key } : {})),
  );
  expect(new Set(presses.map(({ data }) => data.operationId)).size).toBe(1);
  expect(await plant.listSent()).toEqual(["fast", "open", "switch.get"]);
  await plant.stop();
  expect(await plant.reset()).toMatchObject({ code: "0" });
  expect(await units.get(0)).toMatchObject({ state: "none", operation: null });
});
