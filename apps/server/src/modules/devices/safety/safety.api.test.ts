import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createSession, ensurePlatform } from "../../../../test/fixtures.ts";
import { connectGateway, until } from "../../../../test/link.ts";
import {
  addOperator,
  openSafetyPlant,
  openSafetyStage,
  samples,
  shutDownPlant,
  untilState,
} from "../../../../test/safety-stage.ts";
import { readHold } from "./holds.service.ts";

const stage = await openSafetyStage();
const { engines, server } = stage;
const { db } = engines;
const { open, closed, dark, stuck, outputOnly } = samples;

const shutDown = (unitCount?: number) => shutDownPlant(stage, unitCount);

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

test("asks for a report with every delivery, so that a gateway with an interval of 60 s proves it within 30 s", async () => {
  const { plant, command } = await shutDown(2);
  expect(await plant.command("fast")).toMatchObject({ to: "all" });
  expect(await plant.command("switch.get")).toMatchObject({ to: "all", args: {}, deadline: null });
  await plant.reply(command, [
    [1, 0],
    [2, 0],
  ]);
  // It reports only because it was asked.
  await plant.report([open, stuck]);
  await until(
    () => plant.get(),
    (data) => data.counts.proven === 1,
  );
  server.clock.advance(12_000);
  expect(await plant.command("open")).toMatchObject({ to: [2] });
  expect(await plant.command("switch.get")).toMatchObject({ to: [2] });
  await plant.report([undefined, open]);
  const { operation, units } = await untilState(plant, "shut-down");
  const provenAt = units.map((unit: { provenAt: string }) => Date.parse(unit.provenAt));
  expect(Math.max(...provenAt) - Date.parse(operation.acceptedAt)).toBeLessThan(30_000);
  // A gateway that connects again has forgotten that it is to report often.
  server.clock.advance(1_000);
  await plant.report([closed]);
  await until(
    () => plant.get(),
    (data) => data.counts.proven === 1,
  );
  await plant.disconnect();
  await plant.connect();
  await plant.command("open");
  expect(await plant.command("fast")).toMatchObject({ to: "all" });
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

test("a proof keeps its time and its voltages in the dark, on the page and in the signed record", async () => {
  const { plant, accepted } = await shutDown(2);
  await plant.report([open, open]);
  const proven = await untilState(plant, "shut-down");
  server.clock.advance(3_600_000);
  // The second unit, which is judged with the first, still has light.
  await plant.report([dark, open]);
  const { counts, units } = await until(
    () => plant.get(),
    (data) => data.units[1].sampleAt !== proven.units[1].sampleAt,
  );
  expect(counts).toMatchObject({ proven: 2, dark: 0 });
  const kept = { sampleAt: proven.units[0].sampleAt, outputV: expect.closeTo(0.4), inputV: 45 };
  expect(units[0]).toMatchObject(kept);
  const { body } = await server.call("GET", "/workData/powerStation/operation/record", {
    authorization: plant.authorization,
    query: {
      ...{ stationId: plant.plant.id, format: "json", language: "en" },
      operationId: accepted.data.operationId,
    },
  });
  expect(JSON.parse(body).content.units[0]).toMatchObject(kept);
  // A sample from before the dark one arrives late: it changes nothing any more.
  await plant.report([open, dark], { t: server.clock.now() - 1_800_000 });
  server.clock.advance(1_000);
  await plant.report([dark, closed]);
  expect((await untilState(plant, "partly-shut-down")).units[0]).toMatchObject(kept);
});

test("voltage at the output revokes a proof, also in a report without switch and input", async () => {
  const { plant } = await shutDown(1);
  await plant.report([open]);
  await untilState(plant, "shut-down");
  server.clock.advance(60_000);
  await plant.report([outputOnly]);
  const { units } = await untilState(plant, "shutdown-timed-out");
  expect(units).toMatchObject([{ state: "closed", provenAt: null, outputV: 40, inputV: null }]);
  expect(await plant.command("open")).toMatchObject({ to: [1] });
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
  expect(await plant.listSent()).toEqual(["fast", "open", "switch.get"]);
  const audit =
    await sql`select from audit where plant_id = ${plant.plant.id} and type = 'safety.stop'`.execute(db);
  expect(audit.rows).toHaveLength(1);
});

test("another press while a gateway has just received the command sends no second one", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  // What a connection does for shutdowns is over once its clock is known: the command is sent again by it.
  await plant.report([closed]);
  await plant.untilClockKnown();
  await plant.stop();
  await plant.command("open");
  server.clock.advance(100);
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
  expect(await plant.listSent()).toEqual(["fast", "open", "switch.get"]);
});

test("of two users at the same time one has the hold; the other may only mark the plant, and the mark stops the reset [R5.20]", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  const other = await addOperator(stage, plant);
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

test("a reset waits for the clock of the gateway's own session, and for one that was set back", async () => {
  const { plant } = await shutDown(1);
  await plant.report([open]);
  await untilState(plant, "shut-down");
  await plant.untilClockKnown();
  const isClockKnown = async () => (await plant.get()).gateways[0].clockOffsetMs !== null;
  await plant.disconnect();
  await plant.connect();
  expect(await isClockKnown()).toBe(false);
  expect(await plant.reset()).toMatchObject({ code: "A0440" });
  await plant.report([open]);
  await plant.untilClockKnown();
  await plant.report([open], { t: server.clock.now() - 3_600_000 });
  await until(isClockKnown, (isKnown) => !isKnown);
  expect(await plant.reset()).toMatchObject({ code: "A0440" });
  await plant.report([open]);
  await plant.untilClockKnown();
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

test("reset, close and ignition say so before they are pressed while the account waits for a second person; shutdown does not", async () => {
  const { plant } = await shutDown(1);
  await plant.report([open]);
  await untilState(plant, "shut-down");
  await plant.untilClockKnown();
  const read = async (path: string, query: Record<string, string>) =>
    (await server.call("GET", path, { authorization: plant.authorization, query })).envelope.data;
  const ofPlant = { stationId: plant.plant.id };
  const checkOps = () => read("/permission/checkStationOp", ofPlant);
  expect(await checkOps()).toMatchObject({ stop: { allowed: true }, reset: { allowed: true } });
  await sql`
    insert into fleet_brakes (account_id, company_id, stopped_at, plant_count)
    select id, company_id, ${new Date(server.clock.now())}, 6 from accounts where id = ${plant.plant.ownerId}`.execute(
    db,
  );
  const refused = { allowed: false, reason: expect.stringMatching(/^You have changed many plants/) };
  expect(await checkOps()).toMatchObject({ stop: { allowed: true }, reset: refused });
  expect(await plant.reset()).toMatchObject({ msg: refused.reason });
  await plant.post("releaseHold", { reason: "Inspected" });
  const [{ deviceId }] = (await plant.get()).units;
  expect(await checkOps()).toMatchObject({
    stop: { allowed: true },
    open: { allowed: true },
    close: refused,
  });
  expect((await read("/workData/device/switch", { deviceId })).ops).toMatchObject({ close: refused });
  expect(
    (await read("/workData/powerStation/ignitions", { ...ofPlant, page: "1", pageSize: "10" })).ignite,
  ).toEqual(refused);
  const { envelope } = await server.call("POST", "/workData/powerStation/ignite", {
    authorization: plant.authorization,
    body: { ...ofPlant, idempotencyKey: randomUUID() },
  });
  expect(envelope).toMatchObject({ msg: refused.reason });
});

test("its author says afterwards why a plant was shut down: once, in the ledger and the record", async () => {
  const { plant, accepted } = await shutDown(1);
  const guest = await addOperator(stage, plant);
  const { operationId } = accepted.data;
  const why = { operationId, reason: "Smoke in the cellar" };
  expect(await guest.post("operationReason", why)).toMatchObject({ code: "A0312" });
  expect(await plant.post("operationReason", { ...why, operationId: randomUUID() })).toMatchObject({
    code: "A0404",
  });
  const other = await openSafetyPlant(stage, { unitCount: 1 });
  expect(await other.post("operationReason", why)).toMatchObject({ code: "A0404" });
  expect(await plant.post("operationReason", why)).toMatchObject({ code: "0" });
  expect(await plant.post("operationReason", { ...why, reason: "Nothing" })).toMatchObject({ code: "A0440" });
  expect((await plant.get()).operation).toMatchObject({ operationId, reason: why.reason });
  const { envelope } = await server.call("GET", "/workData/powerStation/operation/ledger", {
    authorization: plant.authorization,
    query: { stationId: plant.plant.id },
  });
  const rows = envelope.data.rows.filter(({ kind }: { kind: string }) => kind === "reason");
  expect(rows).toEqual([expect.objectContaining({ detail: { reason: why.reason } })]);
  expect(envelope.data.brokenAt).toBeNull();
});

test("a mark of someone who cannot be asked is ended by ROOT and the company of its author, and each reader sees which these are", async () => {
  const { plant } = await shutDown(1);
  const guest = await addOperator(stage, plant);
  await guest.post("keepShut", { keep: true });
  const { companyId } = await ensurePlatform(db);
  const root = await createAccount(db, { companyId, roleCode: "ROOT" });
  const steppedUpAt = new Date(server.clock.now());
  const asRoot = plant.actAs(await createSession(db, { accountId: root.id, steppedUpAt }));
  const marks = async ({ get }: { get: typeof plant.get }) => (await get()).marks;
  // The holder may not: the mark is there to stop the holder's reset.
  expect(await marks(plant)).toMatchObject([{ isMine: false, mayRelease: false }]);
  expect(await marks(guest)).toMatchObject([{ isMine: true, mayRelease: true }]);
  const [mark] = await marks(asRoot);
  expect(mark).toMatchObject({ isMine: false, mayRelease: true });
  const end = { markId: mark.markId, reason: "Called, is at home" };
  expect(await plant.post("releaseHold", end)).toMatchObject({ code: "A0312" });
  expect(await asRoot.post("releaseHold", end)).toMatchObject({ code: "0" });
  expect(await marks(plant)).toEqual([]);
  expect((await plant.get()).state).not.toBe("released");
});

test("lists plants that are not in normal operation with their holder, to users with access only", async () => {
  const { plant } = await shutDown(2);
  const { authorization } = await addOperator(stage, plant);
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
