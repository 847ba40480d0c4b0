import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createPlantStatesJob } from "./plant-states-job.ts";

let engines: TestEngines;

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
});
afterAll(() => engines.close());

it("notifies of a plant when its power expires, and again when its gateway goes offline", async () => {
  const clock = createVirtualClock(Date.parse("2026-06-21T12:00:00Z"));
  const plant = await createPlant(engines.db);
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  const now = new Date(clock.now());
  await sql`update gateways set is_online = true, last_heard_at = ${now}, report_interval_s = 60,
    power_at = ${now}, module_power_w = 1000 where device_id = ${gateway.id}`.execute(engines.db);
  const changed: string[] = [];
  const job = createPlantStatesJob({
    db: engines.db,
    clock,
    logger: createLogger({ logLevel: "silent" }),
    onPlantChanged: (plantId) => plantId === plant.id && changed.push(plantId),
  });
  const countAfter = async (ms: number) => {
    clock.advance(ms);
    await job.store();
    return changed.length;
  };
  expect(await countAfter(119_000)).toBe(0);
  expect(await countAfter(2_000)).toBe(1);
  expect(await countAfter(58_000)).toBe(1);
  expect(await countAfter(2_000)).toBe(2);
  expect(await countAfter(3_600_000)).toBe(2);
});
