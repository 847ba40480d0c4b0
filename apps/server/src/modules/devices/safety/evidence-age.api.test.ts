import { sunCoordinates } from "@heliograph/solar";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { until } from "../../../../test/link.ts";
import { openSafetyStage, samples, shutDownPlant, untilState } from "../../../../test/safety-stage.ts";

const stage = await openSafetyStage();
const { engines, server } = stage;
const { open, dark } = samples;
/** Of the gateways of these tests. */
const INTERVAL_MS = 60_000;

async function proveShutDown() {
  const { plant } = await shutDownPlant(stage, 2);
  await plant.report([open, open]);
  const { units } = await untilState(plant, "shut-down");
  return { plant, provenAt: units[0].sampleAt as string };
}

/** Moves a plant on the equator to where the sun is in the middle of its way now, or below the horizon. */
async function movePlant(plantId: string, place: "noon" | "midnight"): Promise<void> {
  const { greenwichHourAngleDeg } = sunCoordinates(server.clock.now());
  const longitude = (place === "noon" ? 0 : 180) - greenwichHourAngleDeg;
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  await sql`update plants set latitude = 0, longitude = ${wrapped} where id = ${plantId}`.execute(engines.db);
}

test("a proof is recent for two report intervals, on the page of the plant and in the list of shutdowns", async () => {
  const { plant, provenAt } = await proveShutDown();
  await movePlant(plant.plant.id, "noon");
  const list = async () =>
    (
      await server.call("GET", "/workData/powerStation/operation/list", {
        authorization: plant.authorization,
      })
    ).envelope.data;
  const recent = await plant.get();
  expect(recent.evidence).toMatchObject({
    age: "recent",
    recent: 2,
    oldestAt: provenAt,
    offlineGateways: [],
  });
  expect(recent.evidence.recentForMs).toBe(2 * INTERVAL_MS - (server.clock.now() - Date.parse(provenAt)));
  expect(recent.units).toMatchObject([{ evidence: "recent" }, { evidence: "recent" }]);
  server.clock.advance(2 * INTERVAL_MS);
  const old = { age: "old", recent: 0, oldestAt: provenAt, recentForMs: null, offlineGateways: [] };
  expect(await plant.get()).toMatchObject({
    ...{
      state: "shut-down",
      counts: { proven: 2 },
      evidence: old,
      units: [{ evidence: "old" }, { evidence: "old" }],
    },
  });
  expect((await list()).rows).toMatchObject([
    { stationId: plant.plant.id, state: "shut-down", evidence: old },
  ]);
  // One unit reports again: the other one decides how old the proof is.
  await plant.report([open]);
  const { evidence } = await until(
    () => plant.get(),
    (data) => data.evidence.recent === 1,
  );
  expect(evidence).toMatchObject({ age: "old", oldestAt: provenAt, recentForMs: 2 * INTERVAL_MS });
});

test("an offline gateway makes no proof recent, and is named with its units", async () => {
  const { plant } = await proveShutDown();
  await plant.disconnect();
  const { evidence, units } = await plant.get();
  expect(evidence).toMatchObject({ age: "old", recent: 0, recentForMs: null });
  expect(evidence.offlineGateways).toEqual([{ sn: plant.gateway.sn, units: 2 }]);
  expect(units).toMatchObject([{ evidence: "offline" }, { evidence: "offline" }]);
});

test("a proof whose time is ahead of the server's is not recent", async () => {
  const { plant } = await proveShutDown();
  await sql`
    update safety_units u set sample_at = sample_at + interval '1 hour' from safety_operations o
    where o.id = u.operation_id and o.plant_id = ${plant.plant.id}`.execute(engines.db);
  expect((await plant.get()).evidence).toMatchObject({ age: "old", recent: 0, recentForMs: null });
});

test("a proof from before sunset is dark, not old, until the sun is back", async () => {
  const { plant, provenAt } = await proveShutDown();
  server.clock.advance(2 * INTERVAL_MS);
  await movePlant(plant.plant.id, "midnight");
  expect(await plant.get()).toMatchObject({
    evidence: { age: "dark", recent: 0, oldestAt: provenAt },
    units: [{ evidence: "dark" }, { evidence: "dark" }],
  });
  await movePlant(plant.plant.id, "noon");
  expect(await plant.get()).toMatchObject({ evidence: { age: "old" } });
});

test("a unit that last measured no input is dark, wherever its plant is", async () => {
  const { plant } = await proveShutDown();
  server.clock.advance(1_000);
  await plant.report([dark, dark]);
  // Latest values are not written with every report.
  server.clock.advance(3 * INTERVAL_MS);
  const { state } = await until(
    () => plant.get(),
    (data) => data.evidence.age === "dark",
  );
  expect(state).toBe("shut-down");
});
