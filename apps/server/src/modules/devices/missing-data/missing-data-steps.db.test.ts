import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { createInProcessBus } from "../../../infra/bus.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createMeteringService } from "../../energy/metering/metering.service.ts";
import type { DeviceCondition } from "../alarms/alarms.service.ts";
import { createAlarmService } from "../alarms/alarms.service.ts";
import { createMissingDataJob } from "./missing-data-job.ts";

let engines: TestEngines;
beforeAll(async () => {
  // The job checks all plants.
  engines = await openTestEngines({ isOwnDatabase: true });
});
afterAll(() => engines.close());

const PLANTS = 7;
const PLANTS_PER_STEP = 3;
const REPORT_INTERVAL_S = 60;

test("applies a blackout and its end step by step, a few plants at a time, to every plant", async () => {
  const { db } = engines;
  const clock = createVirtualClock(Date.parse("2026-06-21T11:00:00Z"));
  const service = createAlarmService({
    ...engines,
    bus: createInProcessBus(),
    clock,
    metering: createMeteringService({ ...engines, clock }),
  });
  for (let index = 0; index < PLANTS; index++) {
    const plant = await createPlant(db, { latitude: 48.1, longitude: 11.6 });
    await createDevice(db, { type: "DCON", plantId: plant.id });
  }
  // The link is up all the time.
  await sql`insert into link_activity (up_since, beat_at) values ('2020-01-01', '2030-01-01')`.execute(db);
  const hear = () =>
    sql`
      update gateways set online_since = ${new Date(clock.now())}, is_online = true, last_heard_at = ${new Date(clock.now())},
        report_interval_s = ${REPORT_INTERVAL_S}`.execute(db);
  /** Of each step: conditions that were applied together. */
  const steps: number[] = [];
  let inFlight = 0;
  const alarms = {
    async applyDeviceConditions(conditions: readonly DeviceCondition[]) {
      if (inFlight === 0) steps.push(0);
      inFlight += 1;
      steps.push((steps.pop() ?? 0) + conditions.length);
      const refused = await service.applyDeviceConditions(conditions);
      inFlight -= 1;
      return refused;
    },
  };
  const logger = createLogger({ logLevel: "silent" });
  const job = createMissingDataJob({ db, clock, logger, alarms, plantsPerStep: PLANTS_PER_STEP });
  const countAlarms = async () => {
    const { rows } = await sql<{ active: number; gone: number }>`
      select (count(*) filter (where gone_at is null))::int as active, count(gone_at)::int as gone from alarms`.execute(
      db,
    );
    return rows[0];
  };

  await hear();
  clock.advance(10 * REPORT_INTERVAL_S * 1000);
  await job.check();
  expect(steps).toEqual([3, 3, 1]);
  expect(await countAlarms()).toEqual({ active: PLANTS, gone: 0 });

  steps.length = 0;
  await hear();
  await job.check();
  expect(steps).toEqual([3, 3, 1]);
  expect(await countAlarms()).toEqual({ active: 0, gone: PLANTS });

  const stopped = AbortSignal.abort();
  clock.advance(10 * REPORT_INTERVAL_S * 1000);
  await job.check(stopped);
  expect(await countAlarms()).toEqual({ active: 0, gone: PLANTS });
});
