import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  addOperator,
  openSafetyPlant,
  openSafetyStage,
  samples,
  shutDownPlant,
  untilState,
} from "../../../../test/safety-stage.ts";

const stage = await openSafetyStage();
const { server } = stage;
const { open } = samples;

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

test("a real shutdown is no drill", async () => {
  const { plant } = await shutDownPlant(stage, 1);
  const { envelope } = await server.call("GET", "/workData/powerStation/operation/drills", {
    authorization: plant.authorization,
    query: { stationId: plant.plant.id },
  });
  expect(envelope.data.rows).toEqual([]);
});
