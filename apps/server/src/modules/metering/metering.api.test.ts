import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../test/app.ts";
import { createTestApp } from "../../../test/app.ts";
import type { TestEngines } from "../../../test/engines.ts";
import { openTestEngines } from "../../../test/engines.ts";
import { createAccount, createDevice, createPlant, createSession } from "../../../test/fixtures.ts";
import { createLogger } from "../../infra/logger.ts";
import { markWindows } from "./marks.service.ts";
import { createRollUpJob } from "./roll-up-job.ts";

const at = Date.UTC(2026, 5, 20, 8);
const minute = 60_000;

let engines: TestEngines;
let server: TestApp;
let plant: Awaited<ReturnType<typeof createPlant>>;
let device: Awaited<ReturnType<typeof createDevice>>;
let authorization: string;

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp({ ...engines, startAt: at + 120 * minute });
  const owner = await createAccount(engines.db);
  plant = await createPlant(engines.db, {
    ownerId: owner.id,
    latitude: 45,
    longitude: 7,
    timeZone: "Europe/Rome",
  });
  device = await createDevice(engines.db, { type: "OPT", plantId: plant.id, ratedPowerW: 400 });
  ({ authorization } = await createSession(engines.db, { accountId: owner.id }));
  const minutes = Array.from({ length: 13 }, (_, index) => index * 5);
  await engines.clickhouse.insertRows(
    "samples",
    minutes.map((after) => ({
      plant: plant.key,
      day: new Date(at),
      device: device.key,
      at: at + after * minute,
      slot: 0,
      kind: "OPT",
      gateway: 1,
      seq: after,
      is_history: after < 30 ? 1 : 0,
      received_at: at + after * minute,
      vi: 40,
      ii: 7.5,
      eh: 1_000 + after * 5,
    })),
  );
  await markWindows(
    engines.db,
    minutes.map((after) => ({ plantKey: plant.key, windowAt: at + after * minute })),
  );
  const { clock } = server;
  const logger = createLogger({ logLevel: "silent" });
  await createRollUpJob({
    ...engines,
    clock,
    logger,
    onPlantChanged: () => {},
    plantKeys: [plant.key],
  }).drain();
});

afterAll(async () => {
  await server.close();
  await engines.close();
});

test("answers the power of a day with what was to be expected and how sure the energy is [R1.3]", async () => {
  const query = { stationId: plant.id, day: "2026-06-20" };
  const { envelope } = await server.call("GET", "/workData/powerStation/curve", { query, authorization });
  expect(envelope.code).toBe("0");
  expect(envelope.data).toMatchObject({
    fromAt: "2026-06-19T22:00:00.000Z",
    toAt: "2026-06-20T22:00:00.000Z",
    source: "samples",
    expectedFrom: "clear-sky",
    expectedBy: "ratings",
    coverage: { estimatedWh: 0, resets: 0 },
  });
  expect(envelope.data.energyWh).toBeCloseTo(300, 6);
  expect(envelope.data.coverage.backfilledWh).toBeCloseTo(125, 6);
  expect(envelope.data.points).toContainEqual({ at: "2026-06-20T08:30:00.000Z", powerW: 300 });
});

test("answers the energy of a month by day", async () => {
  const query = { stationId: plant.id, by: "day", period: "2026-06" };
  const { envelope } = await server.call("GET", "/workData/powerStation/energy", { query, authorization });
  expect(envelope.data.bars).toHaveLength(30);
  expect(envelope.data.bars[19].energyWh).toBeCloseTo(300, 6);
  expect(envelope.data.bars[18].energyWh).toBeNull();
});

test("answers the samples of a device", async () => {
  const query = { deviceId: device.id, fromAt: "2026-06-20T08:00:00Z", toAt: "2026-06-20T08:10:00Z" };
  const { envelope } = await server.call("GET", "/workData/device/data", { query, authorization });
  expect(envelope.data.rows).toMatchObject([
    { at: "2026-06-20T08:00:00.000Z", inputVoltageV: 40, powerW: 300, generationWh: 1_000 },
    { at: "2026-06-20T08:05:00.000Z", inputVoltageV: 40, powerW: 300, generationWh: 1_025 },
  ]);
});

test("names the field of a period that does not fit", async () => {
  const query = { stationId: plant.id, by: "month", period: "2026-06" };
  const { envelope } = await server.call("GET", "/workData/powerStation/energy", { query, authorization });
  expect(envelope.code).toBe("A0400");
  expect(envelope.data.fields).toMatchObject([{ path: "period" }]);
});
