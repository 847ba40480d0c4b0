import { randomUUID } from "node:crypto";
import { verifyRecord } from "@heliograph/contract/signed-record";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createGrant, createSession, ensurePlatform } from "../../../../test/fixtures.ts";
import { connectGateway, until } from "../../../../test/link.ts";
import { openSafetyPlant, openSafetyStage, samples } from "../../../../test/safety-stage.ts";
import { readHold } from "./holds.service.ts";
import { checkLedgers } from "./ledger-check.service.ts";

const stage = await openSafetyStage();
const { engines, server } = stage;
const { db } = engines;
const { open, closed, dark, stuck } = samples;

type Plant = Awaited<ReturnType<typeof openSafetyPlant>>;

const untilState = (plant: Plant, state: string) =>
  until(
    () => plant.get(),
    (data) => data.state === state,
  );

/** A plant whose gateway is connected and has received `open`. */
async function shutDown(unitCount?: number) {
  const plant = await openSafetyPlant(stage, unitCount === undefined ? {} : { unitCount });
  await plant.connect();
  const accepted = await plant.stop();
  const command = await plant.command("open");
  server.clock.advance(100);
  return { plant, accepted, command };
}

/** Another account that may operate the plant. */
async function addOperator({ plant, actAs }: Plant, roleCode = "owner") {
  const account = await createAccount(db, { roleCode });
  await createGrant(db, {
    plantId: plant.id,
    accountId: account.id,
    invitedBy: plant.ownerId,
    level: "administrator",
  });
  const steppedUpAt = new Date(server.clock.now());
  return { account, ...actAs(await createSession(db, { accountId: account.id, steppedUpAt })) };
}

test("sends every unit the command to open, and shows the plant shut down only when each is measured open [R1.4, R4.8]", async () => {
  const { plant, accepted, command } = await shutDown();
  expect(accepted.data).toMatchObject({ state: "shutting-down" });
  expect(command).toMatchObject({ op: "open", to: "all", deadline: null });
  expect(command.args).toEqual({ hold: accepted.data.operationId });
  await plant.reply(command, [
    [1, 0],
    [2, 0],
    [3, "E_TIMEOUT"],
  ]);
  const acknowledged = await until(
    () => plant.get(),
    (data) => data.counts.acknowledged === 2,
  );
  // Acknowledged is not shut down.
  expect(acknowledged).toMatchObject({ state: "shutting-down", counts: { units: 3, sent: 3, proven: 0 } });
  expect(acknowledged.units.map(({ code }: { code: string | null }) => code)).toContain("E_TIMEOUT");
  await plant.report([open, open]);
  expect(
    await until(
      () => plant.get(),
      (data) => data.counts.proven === 2,
    ),
  ).toMatchObject({
    state: "shutting-down",
  });
  server.clock.advance(100);
  await plant.report([undefined, undefined, open]);
  const data = await untilState(plant, "shut-down");
  expect(data.counts).toMatchObject({ units: 3, proven: 3 });
  expect(data.units[0]).toMatchObject({
    state: "open",
    outputV: expect.closeTo(0.4),
    inputV: expect.closeTo(45),
  });
  expect(data.operation).toMatchObject({ kind: "shutdown", isMine: true, endedAt: null });
  const { envelope } = await server.call("GET", "/workData/powerStation/detail", {
    authorization: plant.authorization,
    query: { stationId: plant.plant.id },
  });
  expect(envelope.data).toMatchObject({ status: "shut-down", statusReason: "shut-down" });
});

test("proves nothing by reports from before, of a tool, of the past, or with an earlier sequence number", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  await plant.report([closed], { s: 50 });
  const before = server.clock.now();
  server.clock.advance(1_000);
  await plant.stop();
  await plant.command("open");
  server.clock.advance(1_000);
  // Measured before the press.
  await plant.report([open], { t: before + 500 });
  await plant.report([open], { topic: "upHistory" });
  await plant.report([open], { s: 40 });
  const tool = await connectGateway(stage.link, plant.gateway, { tag: "hand" });
  await tool.send("upData", {
    v: 1,
    rev: 1,
    s: 90,
    t: server.clock.now(),
    c: 3,
    d: [[1], [0], [4500], [40], [0]],
  });
  await tool.end();
  await plant.report([dark], { s: 91 });
  const data = await until(
    () => plant.get(),
    (now) => now.counts.dark === 1,
  );
  expect(data).toMatchObject({ state: "shutting-down", counts: { proven: 0, dark: 1 } });
  server.clock.advance(1_000);
  // The first light proves it.
  await plant.report([open], { s: 92 });
  await untilState(plant, "shut-down");
});

test("a clock that is ahead does not make a report newer than it is", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  const aheadMs = 60_000;
  await plant.report([closed], { t: server.clock.now() + aheadMs });
  await plant.stop();
  await plant.command("open");
  // Stamped after the press by the gateway's clock, measured 30 s before it.
  await plant.report([open], { t: server.clock.now() + 30_000 });
  server.clock.advance(1_000);
  await plant.report([dark], { t: server.clock.now() + aheadMs });
  const data = await until(
    () => plant.get(),
    (now) => now.counts.dark === 1,
  );
  expect(data.counts.proven).toBe(0);
  expect(data.gateways[0]).toMatchObject({ isOnline: true });
});

test("shows what is not proven when the countdown is over, sends the command again, and accepts later proof", async () => {
  const { plant, command } = await shutDown(2);
  await plant.reply(command, [
    [1, 0],
    [2, 0],
  ]);
  await plant.report([open, stuck]);
  await until(
    () => plant.get(),
    (data) => data.counts.proven === 1,
  );
  server.clock.advance(31_000);
  expect(await server.services.safety.endCountdowns()).toBeGreaterThan(0);
  const partly = await plant.get();
  expect(partly).toMatchObject({ state: "partly-shut-down", counts: { proven: 1 } });
  expect(partly.units.map(({ state }: { state: string }) => state)).toEqual(["open", "closed"]);
  const again = await plant.command("open");
  expect(again).toMatchObject({ to: [2], args: { hold: partly.operation.operationId } });
  expect(again.id).not.toBe(command.id);
  expect(again.seq).toBeGreaterThan(command.seq);
  await plant.report([undefined, open]);
  await untilState(plant, "shut-down");
  // A later sample against it revokes the proof, and the command is sent again.
  server.clock.advance(60_000);
  await plant.report([undefined, closed]);
  const revoked = await untilState(plant, "partly-shut-down");
  expect(revoked.counts.proven).toBe(1);
  expect(await plant.command("open")).toMatchObject({ to: [2] });
});

test("times out without any evidence, sends the command to a gateway that reconnects, and none once the hold has ended [R4.10]", async () => {
  const { plant, accepted } = await shutDown(1);
  await plant.disconnect();
  server.clock.advance(31_000);
  await server.services.safety.endCountdowns();
  expect(await plant.get()).toMatchObject({
    state: "shutdown-timed-out",
    units: [{ state: "timeout", isConnected: false }],
  });
  await plant.connect();
  expect(await plant.command("open")).toMatchObject({ args: { hold: accepted.data.operationId } });
  await plant.disconnect();
  expect(await plant.post("releaseHold", { reason: "Roof inspected" })).toMatchObject({ code: "0" });
  expect(await plant.get()).toMatchObject({ state: "released", operation: { endedAt: expect.anything() } });
  const client = await plant.connect();
  await plant.report([closed]);
  server.clock.advance(20_000);
  // A command of another kind is the next one that arrives: no open came before it.
  await server.call("POST", "/workData/device/command", {
    authorization: plant.authorization,
    body: { deviceId: plant.gateway.id, op: "scan" },
  });
  expect(await client.next("downCommand")).toMatchObject({ op: "scan" });
});

test("50 presses make one command; the same key returns the same operation", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  const key = randomUUID();
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, at) => plant.stop(at % 2 === 0 ? key : randomUUID())),
  );
  expect(new Set(responses.map(({ data }) => data.operationId)).size).toBe(1);
  expect(await plant.listSent()).toEqual(["fast", "open"]);
  const audit =
    await sql`select from audit where plant_id = ${plant.plant.id} and type = 'safety.stop'`.execute(db);
  expect(audit.rows).toHaveLength(1);
});

test("another press while a gateway has just received the command sends no second one", async () => {
  const { plant } = await shutDown(1);
  await plant.stop();
  // The press is looked at when its delivery is set to a later time.
  await until(
    async () =>
      (
        await sql<{ at: Date }>`
          select next_delivery_at as at from safety_gateways where gateway_id = ${plant.gateway.id}`.execute(
          db,
        )
      ).rows[0]?.at.getTime() ?? 0,
    (at) => at > server.clock.now(),
  );
  expect(await plant.listSent()).toEqual(["fast", "open"]);
});

test("of two users at the same time one has the hold; the other may only mark the plant, and the mark stops the reset [R5.20]", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  const other = await addOperator(plant);
  await plant.report([closed]);
  const [first, second] = await Promise.all([plant.stop(), other.stop()]);
  const [holder, guest, refused] = first.code === "0" ? [plant, other, second] : [other, plant, first];
  expect(refused).toMatchObject({
    code: "A0312",
    msg: "Operation denied, the device was shut down by someone else",
  });
  expect(await guest.reset()).toMatchObject({ code: "A0312" });
  expect(await guest.post("releaseHold", { reason: "I want it back" })).toMatchObject({ code: "A0312" });
  expect(await guest.post("keepShut", { keep: true, note: "Still on the roof" })).toMatchObject({
    code: "0",
  });
  expect(await holder.reset()).toMatchObject({
    code: "A0312",
    msg: "Someone has marked this plant to stay shut down. Every mark must be withdrawn first.",
  });
  await plant.untilClockKnown();
  expect((await holder.get()).marks).toMatchObject([{ isMine: false, note: "Still on the roof" }]);
  expect(await guest.post("keepShut", { keep: false })).toMatchObject({ code: "0" });
  expect(await holder.reset()).toMatchObject({ code: "0", data: { state: "resetting" } });
  // The hold has ended: a shutdown is accepted from everyone.
  expect(await guest.stop()).toMatchObject({ code: "0", data: { state: "shutting-down" } });
});

test("refuses a shutdown of a plant whose gateways are all offline, in its own sentence [R5.19]", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  await plant.disconnect();
  expect(await plant.stop()).toMatchObject({ code: "B0210", msg: "Device offline, unable to shut down" });
  const { envelope } = await server.call("GET", "/permission/checkStationOp", {
    authorization: plant.authorization,
    query: { stationId: plant.plant.id },
  });
  expect(envelope.data.stop).toEqual({ allowed: false, reason: "Device offline, unable to shut down" });
  expect(envelope.data.reset).toEqual({ allowed: false, reason: "The plant is not shut down." });
  expect((await plant.get()).state).toBe("normal");
});

test("a reset is delivered once with its deadline, and the plant is normal when each unit reports closed [R1.4, R4.9]", async () => {
  const { plant } = await shutDown(2);
  await plant.report([open, open]);
  await untilState(plant, "shut-down");
  expect(await readHold(db, plant.plant.id)).toMatchObject({ holderId: plant.plant.ownerId });
  await plant.untilClockKnown();
  expect(await plant.reset({ name: "Other" })).toMatchObject({ code: "A0400" });
  const { data } = await plant.reset();
  expect(await readHold(db, plant.plant.id)).toBeUndefined();
  const command = await plant.command("close");
  expect(command).toMatchObject({ to: "all", deadline: server.clock.now() + 60_000 });
  expect(await plant.reset()).toMatchObject({ code: "A0440", msg: "A reset is already running." });
  server.clock.advance(1_000);
  await plant.report([closed]);
  await until(
    () => plant.get(),
    (now) => now.counts.proven === 1,
  );
  await plant.report([undefined, closed]);
  const normal = await untilState(plant, "normal");
  expect(normal.operation).toMatchObject({ operationId: data.operationId, kind: "reset" });
  const { rows } = await sql<{ deliveries: number }>`
    select deliveries from commands where plant_id = ${plant.plant.id} and op = 'close'`.execute(db);
  expect(rows).toEqual([{ deliveries: 1 }]);
});

test("a reset without a reply ends as not confirmed, and is never delivered to a later session", async () => {
  const { plant } = await shutDown(1);
  await plant.report([open]);
  await untilState(plant, "shut-down");
  await plant.untilClockKnown();
  await plant.reset();
  await plant.command("close");
  await plant.disconnect();
  server.clock.advance(61_000);
  await server.services.safety.endCountdowns();
  expect((await plant.get()).state).toBe("reset-timed-out");
  const client = await plant.connect();
  await server.call("POST", "/workData/device/command", {
    authorization: plant.authorization,
    body: { deviceId: plant.gateway.id, op: "scan" },
  });
  expect(await client.next("downCommand")).toMatchObject({ op: "scan" });
});

test("a reset is refused while the gateway's clock is unknown or wrong, and without the password again", async () => {
  const { plant } = await shutDown(1);
  const setOffset = (ms: number | null) =>
    sql`update gateways set clock_offset_ms = ${ms} where device_id = ${plant.gateway.id}`.execute(db);
  const sentence =
    "The clock of the gateway is not known or is more than 2 seconds off. A reset could take effect too late.";
  await setOffset(null);
  expect(await plant.reset()).toMatchObject({ code: "A0440", msg: sentence });
  await setOffset(-2_001);
  expect(await plant.reset()).toMatchObject({ code: "A0440", msg: sentence });
  const again = plant.actAs(await createSession(db, { accountId: plant.plant.ownerId }));
  expect(await again.reset()).toMatchObject({ code: "A0220" });
  await setOffset(1_999);
  expect(await plant.reset()).toMatchObject({ code: "0" });
});

test("ROOT and the holder's company may end a hold, with a reason that is logged", async () => {
  const { plant } = await shutDown(1);
  const { companyId } = await ensurePlatform(db);
  const root = await createAccount(db, { companyId, roleCode: "ROOT" });
  const steppedUpAt = new Date(server.clock.now());
  const asRoot = plant.actAs(await createSession(db, { accountId: root.id, steppedUpAt }));
  expect(await asRoot.post("releaseHold", { reason: "" })).toMatchObject({ code: "A0400" });
  expect(await asRoot.post("releaseHold", { reason: "Owner cannot be ready" })).toMatchObject({
    code: "0",
  });
  expect((await plant.get()).state).toBe("released");
  const { rows } = await sql<{ new: Record<string, unknown>; actorId: string }>`
    select new, actor_id as "actorId" from audit
    where plant_id = ${plant.plant.id} and type = 'safety.release'`.execute(db);
  expect(rows).toMatchObject([{ actorId: root.id, new: { reason: "Owner cannot be ready" } }]);
});

test("the ledger has presses, deliveries, answers and proofs in a chain that shows a changed row", async () => {
  const { plant, command } = await shutDown(1);
  await plant.reply(command, [[1, 0]]);
  await plant.report([open]);
  await untilState(plant, "shut-down");
  const read = async () =>
    (
      await server.call("GET", "/workData/powerStation/operation/ledger", {
        authorization: plant.authorization,
        query: { stationId: plant.plant.id, order: "asc" },
      })
    ).envelope.data;
  const { rows, brokenAt } = await read();
  expect(brokenAt).toBeNull();
  expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual([
    "stop",
    "delivered",
    "replied",
    "proven",
    "state",
  ]);
  expect(rows[3].detail.units).toMatchObject([{ sn: `${plant.gateway.sn}-U1`, s: 1, inputV: 45 }]);
  expect(rows[4].detail).toMatchObject({ from: "shutting-down", to: "shut-down", proven: 1, units: 1 });
  const change = (column: string, number: number, value: unknown) =>
    sql`update safety_ledger set ${sql.raw(column)} = ${value}
      where plant_id = ${plant.plant.id} and number = ${number}`.execute(db);
  await change("detail", 4, "{}");
  expect((await read()).brokenAt).toBe(4);
  await change("detail", 4, JSON.stringify(rows[3].detail));
  await sql`delete from safety_ledger where plant_id = ${plant.plant.id} and number = 5`.execute(db);
  expect((await read()).brokenAt).toBe(5);
});

test("lists plants that are not in normal operation with their holder, to users with access only", async () => {
  const { plant } = await shutDown(2);
  const { authorization } = await addOperator(plant);
  const list = async (as: string) =>
    (await server.call("GET", "/workData/powerStation/operation/list", { authorization: as })).envelope.data;
  const mine = await list(plant.authorization);
  expect(mine.rows).toEqual([
    expect.objectContaining({ stationId: plant.plant.id, state: "shutting-down", isMine: true, units: 2 }),
  ]);
  await plant.report([open, dark]);
  await untilState(plant, "shut-down");
  const others = await list(authorization);
  expect(others.rows).toEqual([expect.objectContaining({ isMine: false, proven: 1, dark: 1, marks: 0 })]);
  const stranger = await createAccount(db, { roleCode: "owner" });
  const foreign = await createSession(db, { accountId: stranger.id });
  expect(await list(foreign.authorization)).toMatchObject({ rows: [], total: 0 });
});

test("gives the record of a shutdown as a signed file that a changed byte breaks, and as a PDF, to its operators only", async () => {
  const { plant, accepted } = await shutDown(2);
  await plant.report([open, open]);
  await untilState(plant, "shut-down");
  const { operationId } = accepted.data;
  const read = (path: string, query: object, authorization = plant.authorization) =>
    server.call("GET", `/workData/powerStation/operation/${path}`, {
      authorization,
      query: { stationId: plant.plant.id, ...query },
    });
  const { envelope } = await read("records", {});
  expect(envelope.data.rows).toEqual([
    expect.objectContaining({
      operationId,
      kind: "shutdown",
      units: 2,
      proven: 2,
      safeAfterS: expect.any(Number),
    }),
  ]);
  const record = await read("record", { operationId, format: "json", language: "en" });
  const text = record.body;
  const file = JSON.parse(text);
  expect(file.content).toMatchObject({
    kind: "record",
    state: "shut-down",
    operation: { operationId, proven: 2 },
  });
  expect(file.content.units).toHaveLength(2);
  expect(file.content.ledger.rows.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(["stop", "proven", "state"]),
  );
  expect(await verifyRecord(text)).toMatchObject({ isValid: true, publicKey: envelope.data.publicKey });
  expect(await verifyRecord(text.replace('"proven": 2', '"proven": 3'))).toMatchObject({
    reason: "signature",
  });
  const ledger = await read("ledgerFile", {});
  expect(await verifyRecord(ledger.body)).toMatchObject({ isValid: true });
  const pdf = await read("record", { operationId, format: "pdf", language: "zh-cn" });
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  const other = await openSafetyPlant(stage, { unitCount: 1 });
  const query = { stationId: other.plant.id, operationId, format: "json", language: "en" };
  expect((await read("record", query, other.authorization)).statusCode).toBe(404);
});

test("names the first entry of a ledger that was changed in the database", async () => {
  const { plant } = await shutDown(1);
  await plant.report([open]);
  await untilState(plant, "shut-down");
  const { id } = plant.plant;
  const findLedger = async () => (await checkLedgers(db)).plants.find(({ plantId }) => plantId === id);
  expect(await findLedger()).toMatchObject({ brokenAt: null });
  await sql`update safety_ledger set address = '203.0.113.9' where plant_id = ${id} and number = 1`.execute(
    db,
  );
  expect(await findLedger()).toMatchObject({ brokenAt: 1 });
});

test("a drill is a shutdown that its starter resets, with the time until it was safe; not while the plant is shut down", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 2 });
  await plant.connect();
  const call = (method: "GET" | "POST", path: string, input: object, authorization = plant.authorization) =>
    server.call(method, `/workData/powerStation/operation/${path}`, { authorization, ...input });
  const list = async () =>
    (await call("GET", "drills", { query: { stationId: plant.plant.id } })).envelope.data;
  expect(await list()).toMatchObject({ rows: [], everyMonths: 12, dueAt: expect.any(String) });
  const body = {
    stationId: plant.plant.id,
    isOnSite: true,
    note: "Roof ladder",
    idempotencyKey: randomUUID(),
  };
  expect((await call("POST", "drill", { body: { ...body, isOnSite: false } })).statusCode).toBe(400);
  const started = await call("POST", "drill", { body });
  expect((await call("POST", "drill", { body })).envelope.data).toEqual(started.envelope.data);
  const { authorization, reset } = await addOperator(plant);
  const second = { ...body, idempotencyKey: randomUUID() };
  expect((await call("POST", "drill", { body: second }, authorization)).envelope.code).toBe("A0440");
  await plant.command("open");
  server.clock.advance(6_000);
  await plant.report([open, open]);
  await untilState(plant, "shut-down");
  expect(await list()).toMatchObject({
    rows: [{ isMine: true, endedAt: null, note: "Roof ladder", units: 2, proven: 2, safeAfterS: 6 }],
  });
  expect((await reset()).code).toBe("A0312");
  await plant.untilClockKnown();
  expect(await plant.reset()).toMatchObject({ code: "0" });
  const { rows, dueAt } = await list();
  expect(rows[0].endedAt).not.toBeNull();
  expect(Date.parse(dueAt)).toBeGreaterThan(server.clock.now() + 364 * 86_400_000);
  await call("POST", "drillInterval", { body: { stationId: plant.plant.id, everyMonths: null } });
  expect(await list()).toMatchObject({ everyMonths: null, dueAt: null });
});

test("a real shutdown is no drill", async () => {
  const { plant } = await shutDown(1);
  const { envelope } = await server.call("GET", "/workData/powerStation/operation/drills", {
    authorization: plant.authorization,
    query: { stationId: plant.plant.id },
  });
  expect(envelope.data.rows).toEqual([]);
});

test("the page for responders shows a shutdown to the link alone, and no link works after it was renewed or revoked", async () => {
  const { plant } = await shutDown(2);
  await plant.report([open, stuck]);
  await until(
    () => plant.get(),
    (data) => data.counts.proven === 1,
  );
  const stationId = plant.plant.id;
  const post = (name: string, body: object, authorization = plant.authorization) =>
    server.call("POST", `/workData/powerStation/${name}`, { authorization, body: { stationId, ...body } });
  const findToken = async (): Promise<string | undefined> =>
    (
      await server.call("GET", "/workData/powerStation/responder", {
        authorization: plant.authorization,
        query: { stationId },
      })
    ).envelope.data?.token;
  const read = async (token: string) =>
    (await server.call("POST", "/public/responder", { body: { token } })).envelope;
  expect(await findToken()).toBeUndefined();
  const { authorization } = await addOperator(plant);
  expect((await post("responderSave", {}, authorization)).envelope.code).toBe("A0300");
  await post("responderSave", {
    switchPlaces: "Cellar",
    contacts: [{ name: "Hotline", phone: "+4930123456" }],
  });
  const first = (await findToken()) as string;
  const { code, data } = await read(first);
  expect({ code, data }).toMatchObject({
    code: "0",
    data: {
      ...{ plantName: "Roof", state: "shutting-down", units: 2, proven: 1, switchPlaces: "Cellar" },
      contacts: [{ name: "Hotline", phone: "+4930123456" }],
    },
  });
  expect(JSON.stringify(data)).not.toContain(plant.gateway.sn);
  await post("responderRenew", {});
  const second = (await findToken()) as string;
  expect((await read(first)).code).toBe("A0440");
  expect((await read(second)).code).toBe("0");
  await post("responderOff", {});
  expect((await read(second)).code).toBe("A0440");
});
