import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  createAccount,
  createDevice,
  createGrant,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../../../test/fixtures.ts";
import { until } from "../../../../test/link.ts";
import { openSafetyPlant, openSafetyStage, samples } from "../../../../test/safety-stage.ts";

const stage = await openSafetyStage();
const { engines, server } = stage;
const { db } = engines;
const DENIED = "Operation denied, the device was shut down by someone else";
const HELD = "The plant or device is shut down. Reset or close it first.";

const steppedUp = (accountId: string) =>
  createSession(db, { accountId, steppedUpAt: new Date(server.clock.now()) });

function callerOf(authorization: string) {
  return {
    post: async (path: string, body: object) =>
      (await server.call("POST", path, { authorization, body: { ...body } })).envelope,
    get: async (path: string, query: Record<string, string> = {}) =>
      (await server.call("GET", path, { authorization, query })).envelope,
  };
}

async function addOperator(plant: { id: string; ownerId: string }) {
  const account = await createAccount(db, { roleCode: "owner" });
  const grant = { plantId: plant.id, accountId: account.id, invitedBy: plant.ownerId };
  await createGrant(db, { ...grant, level: "administrator" });
  return callerOf((await steppedUp(account.id)).authorization);
}

async function addInstaller(plant: { id: string; ownerId: string }) {
  const account = await createAccount(db, { roleCode: "installer-administrator" });
  const grant = { plantId: plant.id, accountId: account.id, invitedBy: plant.ownerId };
  await createGrant(db, { ...grant, level: "administrator" });
  return callerOf((await steppedUp(account.id)).authorization);
}

async function openHeld() {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  const { rows } = await sql<{ id: string }>`
    select d.id from device_links l join devices d on d.id = l.device_id
    where l.plant_id = ${plant.plant.id} and d.type = 'OPT'`.execute(db);
  return { plant, caller: callerOf(plant.authorization), unitId: rows[0]?.id as string };
}

test("nothing is removed from a plant that is shut down, nor is it deleted or its gateway restarted", async () => {
  const { plant, caller, unitId } = await openHeld();
  const other = await addOperator(plant.plant);
  const remove = { deviceId: unitId, withBelow: true, mode: "check" };
  const restart = { deviceId: plant.gateway.id, op: "restart" };
  expect(await caller.post("/workData/device/remove", remove)).toMatchObject({ code: "0" });
  await plant.stop();
  expect(await caller.post("/workData/device/remove", remove)).toMatchObject({ code: "A0440", msg: HELD });
  expect(await other.post("/workData/device/command", restart)).toMatchObject({ code: "A0312", msg: DENIED });
  expect(await caller.post("/workData/device/command", restart)).toMatchObject({ code: "A0440", msg: HELD });
  const deletion = { stationId: plant.plant.id, name: "Roof" };
  expect(await caller.post("/workData/powerStation/delete", deletion)).toMatchObject({
    code: "A0440",
    msg: HELD,
  });
  await plant.post("releaseHold", { reason: "Inspected" });
  expect(await caller.post("/workData/device/remove", remove)).toMatchObject({ code: "0" });
});

test("a unit that joins a plant that is shut down is opened as well", async () => {
  const { plant } = await openHeld();
  await plant.stop();
  expect(await plant.command("open")).toMatchObject({ to: "all" });
  const birth = plant.birth(2);
  await plant.client().send("upBirth", { ...birth, rev: 2 });
  server.clock.advance(31_000);
  const again = await until(
    () => plant.command("open"),
    ({ to }) => to.length === 2,
  );
  expect(again.to).toEqual([1, 2]);
  expect((await plant.get()).counts.units).toBe(2);
});

test("a plant is not shut down until a unit that was added to it is open, and only then does it count as installed", async () => {
  const { plant } = await openHeld();
  await plant.stop();
  await plant.command("open");
  server.clock.advance(1_000);
  await plant.report([samples.open]);
  await until(
    () => plant.get(),
    ({ state }) => state === "shut-down",
  );
  const code = "ABCDEFGHIJKLMNOPQRST";
  const added = await createDevice(db, {
    sn: `${plant.gateway.sn}-U2`,
    type: "OPT",
    registrationCodeHash: createHash("sha256").update(code).digest(),
  });
  const installer = await addInstaller(plant.plant);
  const body = { stationId: plant.plant.id, sn: added.sn, registrationCode: code };
  expect(await installer.post("/workData/device/add", body)).toMatchObject({
    code: "0",
    msg: "The device has been added. The plant is shut down: the device counts as installed once it is open.",
  });
  await server.services.safety.joinUnits();
  const data = await plant.get();
  expect(data).toMatchObject({ state: "partly-shut-down", counts: { units: 2, proven: 1 } });
  const unit = data.units.find(({ sn }: { sn: string }) => sn === added.sn);
  expect(unit).toMatchObject({ state: "unknown", joinedAt: new Date(server.clock.now()).toISOString() });
  await plant.client().send("upBirth", { ...plant.birth(2), rev: 2 });
  expect(await plant.command("open")).toMatchObject({ to: [2] });
  server.clock.advance(1_000);
  await plant.report([undefined, samples.open], { rev: 2 });
  await until(
    () => plant.get(),
    ({ state }) => state === "shut-down",
  );
});

test("only the holder replaces a unit of a plant that is shut down, and the new one is opened first", async () => {
  const { plant, caller, unitId } = await openHeld();
  const added = await createDevice(db, {
    sn: `${plant.gateway.sn}-U9`,
    type: "OPT",
    plantId: plant.plant.id,
    parentId: plant.gateway.id,
  });
  await plant.stop();
  const body = { deviceId: unitId, sn: added.sn };
  const other = await addInstaller(plant.plant);
  const path = "/workData/device/replace";
  expect(await other.post(path, { ...body, mode: "check" })).toMatchObject({ code: "A0312", msg: DENIED });
  server.clock.advance(1_000);
  const checked = await caller.post(path, { ...body, mode: "check" });
  expect(checked.data.notes).toContain("opensFirst");
  const { revision, fromAt } = checked.data;
  expect(await caller.post(path, { ...body, mode: "apply", revision, fromAt })).toMatchObject({ code: "0" });
  await server.services.safety.joinUnits();
  const { units } = await plant.get();
  expect(units.map(({ sn, state }: { sn: string; state: string }) => [sn, state])).toEqual([
    [added.sn, "unknown"],
  ]);
  const gateway = { deviceId: plant.gateway.id, sn: added.sn, mode: "check" };
  expect(await caller.post(path, gateway)).toMatchObject({ code: "A0440", msg: HELD });
});

test("a reply to a command that was never sent changes nothing and raises a security alarm", async () => {
  const { plant } = await openHeld();
  await plant.stop();
  const command = await plant.command("open");
  await plant.reply({ ...command, id: randomUUID() }, [[1, 0]]);
  const alarms = () =>
    sql<{ type: string }>`
      select type from audit where kind = 'security' and object_id = ${plant.gateway.id}`.execute(db);
  expect(
    await until(
      async () => (await alarms()).rows,
      (rows) => rows.length > 0,
    ),
  ).toEqual([{ type: "device.forged-reply" }]);
  expect(await plant.get()).toMatchObject({ state: "shutting-down", counts: { acknowledged: 0 } });
});

const ignitionsOf = async (caller: ReturnType<typeof callerOf>, stationId: string) =>
  (await caller.get("/workData/powerStation/ignitions", { stationId })).data;

test("records automatic and manual ignitions with what the gateway reports of them [R3.17, R4.13]", async () => {
  const { plant, caller } = await openHeld();
  const stationId = plant.plant.id;
  await plant.client().send("upEvent", {
    v: 1,
    rev: 1,
    s: 50,
    t: server.clock.now(),
    e: [[1, "ignition", 0]],
  });
  await until(
    () => ignitionsOf(caller, stationId),
    ({ rows }) => rows.length === 1,
  );
  server.clock.advance(1_000);
  const press = { stationId, idempotencyKey: randomUUID() };
  expect(await caller.post("/workData/powerStation/ignite", press)).toMatchObject({ data: { gateways: 1 } });
  expect(await caller.post("/workData/powerStation/ignite", press)).toMatchObject({ data: { gateways: 1 } });
  expect(await plant.command("ignite")).toMatchObject({
    to: "all",
    deadline: server.clock.now() + 1_800_000,
  });
  server.clock.advance(1_000);
  await plant.client().send("upEvent", {
    v: 1,
    rev: 1,
    s: 51,
    t: server.clock.now(),
    e: [[1, "ignition", 1]],
  });
  const { rows } = await until(
    () => ignitionsOf(caller, stationId),
    (list) => list.rows[0]?.state === "started",
  );
  expect(rows).toMatchObject([
    { mode: "manual", unitsStarted: 1, unitsFailed: 0, byName: expect.any(String) },
    { mode: "auto", state: "failed", unitsStarted: 0, unitsFailed: 1, byName: null },
  ]);
  expect(rows.map(({ at }: { at: string }) => server.clock.now() - Date.parse(at))).toEqual([1_000, 2_000]);
  const sent = { stationId, ignitionId: rows[0].ignitionId };
  expect(await caller.post("/workData/powerStation/igniteCancel", sent)).toMatchObject({ code: "A0440" });
});

test("an ignition that waits can be cancelled, a shutdown cancels it, and none is sent while the plant is held [R4.13]", async () => {
  const { plant, caller } = await openHeld();
  const stationId = plant.plant.id;
  const ignite = () =>
    caller.post("/workData/powerStation/ignite", { stationId, idempotencyKey: randomUUID() });
  const setOnline = (isOnline: boolean) =>
    sql`update gateways set is_online = ${isOnline} where device_id = ${plant.gateway.id}`.execute(db);
  await plant.disconnect();
  await ignite();
  const waiting = await ignitionsOf(caller, stationId);
  expect(waiting).toMatchObject({ ignite: { allowed: true }, rows: [{ state: "waiting" }] });
  const { ignitionId } = waiting.rows[0];
  const cancelled = await caller.post("/workData/powerStation/igniteCancel", { stationId, ignitionId });
  expect(cancelled).toMatchObject({ code: "0" });
  await ignite();
  await setOnline(true);
  await plant.stop();
  const held = await ignitionsOf(caller, stationId);
  expect(held.rows.map(({ state }: { state: string }) => state)).toEqual(["cancelled", "cancelled"]);
  expect(held.ignite).toEqual({ allowed: false, reason: HELD });
  expect(await ignite()).toMatchObject({ code: "A0440", msg: HELD });
  const other = await addOperator(plant.plant);
  expect(
    await other.post("/workData/powerStation/ignite", { stationId, idempotencyKey: randomUUID() }),
  ).toMatchObject({ code: "A0312", msg: DENIED });
});

test("resets of more than five plants within a minute stop until a second person confirms; shutdowns never do", async () => {
  const owner = await createAccount(db, { roleCode: "owner" });
  const caller = callerOf((await steppedUp(owner.id)).authorization);
  const plants = await Promise.all(
    Array.from({ length: 6 }, () => createPlant(db, { ownerId: owner.id, name: "Small" })),
  );
  const reset = async (at: number) =>
    (
      await caller.post("/workData/powerStation/urgentReset", {
        stationId: plants[at]?.id,
        name: "Small",
        idempotencyKey: randomUUID(),
      })
    ).msg as string;
  const passed = "The plant is not shut down.";
  for (const at of [0, 1, 2, 3, 4, 4]) expect(await reset(at)).toBe(passed);
  expect(await reset(5)).toMatch(/^You have changed many plants within a minute/);
  // Neither time nor another plant lets it go on.
  server.clock.advance(61_000);
  expect(await reset(0)).toMatch(/^You have changed many plants within a minute/);
  expect(
    await caller.post("/workData/powerStation/urgentStop", {
      stationId: plants[0]?.id,
      idempotencyKey: randomUUID(),
    }),
  ).toMatchObject({ msg: "This plant has no optimizers or shutdown switches that could be opened." });
  const { companyId } = await ensurePlatform(db);
  const root = await createAccount(db, { companyId, roleCode: "ROOT", password: "confirms-them" });
  const asRoot = callerOf((await steppedUp(root.id)).authorization);
  const list = await asRoot.get("/system/fleetBrake/list", { page: "1", pageSize: "20" });
  const [brake] = list.data.rows;
  expect(brake).toMatchObject({ byName: owner.userName, plantCount: 6, state: "open", mayDecide: true });
  const decision = { accountId: brake.accountId, isConfirmed: true };
  expect(await asRoot.post("/system/fleetBrake/decide", { ...decision, accountId: root.id })).toMatchObject({
    msg: "Your own acts must be confirmed by another user.",
  });
  expect(await asRoot.post("/system/fleetBrake/decide", decision)).toMatchObject({ code: "0" });
  expect(await asRoot.post("/system/fleetBrake/decide", decision)).toMatchObject({ code: "A0440" });
  expect(await reset(5)).toBe(passed);
});

test("every ROOT gets a mail about the tenth plant that an account shuts down within a minute", async () => {
  const { plant, caller } = await openHeld();
  const { companyId } = await ensurePlatform(db);
  const root = await createAccount(db, { companyId, roleCode: "ROOT", password: "reads-alarms" });
  const accepted = new Date(server.clock.now());
  for (let count = 0; count < 9; count++) {
    const other = await createPlant(db, { ownerId: plant.plant.ownerId });
    await sql`
      insert into safety_operations (plant_id, kind, author_id, accepted_at, deadline_at)
      values (${other.id}, 'shutdown', ${plant.plant.ownerId}, ${accepted}, ${accepted})`.execute(db);
  }
  expect(
    await caller.post("/workData/powerStation/urgentStop", {
      stationId: plant.plant.id,
      idempotencyKey: randomUUID(),
    }),
  ).toMatchObject({ code: "0" });
  const mails = () =>
    sql<{ subject: string }>`select subject from outbox where recipient = ${root.email}`.execute(db);
  const rows = await until(
    async () => (await mails()).rows,
    (sent) => sent.length > 0,
  );
  expect(rows[0]?.subject).toContain("shuts down many plants");
});
