import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createDevice } from "../../../../test/fixtures.ts";
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

/** A connected plant of three units, the first two of which are behind an SCON. */
async function openStringPlant() {
  const plant = await openSafetyPlant(stage, { unitCount: 3 });
  await plant.connect();
  await plant.report([closed, closed, closed]);
  await plant.untilClockKnown();
  const { id: plantId } = plant.plant;
  const string = await createDevice(db, { type: "SCON", plantId, parentId: plant.gateway.id });
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
  const other = actAs((await addOperator(stage, plant)).authorization);
  expect(await other.drill()).toMatchObject({ code: "A0312" });
  server.clock.advance(6_000);
  await plant.report([open, open, closed]);
  const row = { string: { deviceId: string.id, sn: string.sn }, isMine: true, note: "Ladder", endedAt: null };
  const [drilled] = await until(
    async () => (await list()).rows,
    ([latest]) => latest.safeAfterS !== null,
  );
  expect(drilled).toMatchObject({ ...row, units: 2, proven: 2, dark: 0, safeAfterS: 6 });
  expect(await plant.get()).toMatchObject({ state: "normal" });
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

test("a drill of a string starts from normal operation, at an MCON or SCON of the plant", async () => {
  const { plant, units, string, drill, press } = await openStringPlant();
  const [unit] = units as [{ id: string; sn: string }];
  expect(await drill({ stringId: unit.id })).toMatchObject({ code: "A0720" });
  expect(await drill({ stringId: (await openStringPlant()).string.id })).toMatchObject({ code: "A0404" });
  await press("open", unit);
  expect(await drill()).toMatchObject({
    code: "A0440",
    msg: "A drill starts from normal operation. Close what is open in this string first.",
  });
  // Who closes the string closes the units that they have opened behind it.
  await press("open", string);
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
  await press("close", units[0] as { id: string; sn: string });
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

test("a real shutdown is no drill", async () => {
  const { plant } = await shutDownPlant(stage, 1);
  const { envelope } = await server.call("GET", "/workData/powerStation/operation/drills", {
    authorization: plant.authorization,
    query: { stationId: plant.plant.id },
  });
  expect(envelope.data.rows).toEqual([]);
});
