import { monitorEventLoopDelay } from "node:perf_hooks";
import { systemClock } from "../apps/server/src/infra/clock.ts";
import { loadConfig } from "../apps/server/src/infra/config.ts";
import { prepareDataFolder } from "../apps/server/src/infra/data-folder.ts";
import { createLogger } from "../apps/server/src/infra/logger.ts";
import type { Runtime } from "../apps/server/src/main/runtime.ts";
import { openRuntime } from "../apps/server/src/main/runtime.ts";
import { createDayEarningsJob } from "../apps/server/src/modules/energy/earnings/day-earnings-job.ts";
import { createEarningsJob } from "../apps/server/src/modules/energy/earnings/earnings-job.ts";
import { createMeteringService } from "../apps/server/src/modules/energy/metering/metering.service.ts";
import { startOfWindow } from "../apps/server/src/modules/energy/metering/windows.ts";
import { createTariffService } from "../apps/server/src/modules/energy/tariffs/tariffs.service.ts";
import { writeManyPlants } from "../apps/server/test/many-plants.ts";
import { listPlaceDays, places } from "./http-places.ts";
import { readCount } from "./options.ts";
import { dayMs, writePlantDays, writePlantWindows } from "./queries-data.ts";
import type { BenchRow } from "./report.ts";
import { report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";

// How long the first computation of all earnings by day takes: after an upgrade, or when the tariffs of all plants change.
// `--plants=1000 --days=365`, each with windows of 15 minutes, in twelve time zones, with three tariffs.

const PLANTS = readCount("plants", 1_000);
const DAYS = readCount("days", 365);
/** Windows written together. */
const DAYS_PER_INSERT = 30;

async function writeYear({ db, clickhouse }: Runtime, now: number): Promise<void> {
  const placeDays = listPlaceDays(now);
  await writeManyPlants(db, { plants: PLANTS, owners: 1, modulesPerPlant: 1, places });
  await writePlantDays(clickhouse, {
    plants: PLANTS,
    days: DAYS,
    todays: placeDays.map(({ today }) => today),
  });
  const offsetsS = placeDays.map(({ offsetS }) => offsetS);
  const end = startOfWindow(now);
  // A day more than the days: those of other zones begin earlier.
  for (let back = DAYS + 1; back > 0; back -= DAYS_PER_INSERT)
    await writePlantWindows(clickhouse, {
      plants: PLANTS,
      fromAt: end - back * dayMs,
      toAt: end - Math.max(0, back - DAYS_PER_INSERT) * dayMs,
      offsetsS,
    });
  const keys = Array.from({ length: PLANTS }, (_, index) => index + 1);
  await createMeteringService({ db, clickhouse, clock: systemClock }).recountEnergies(keys);
}

async function measure(runtime: Runtime): Promise<BenchRow[]> {
  const { db, clickhouse, logger } = runtime;
  await writeYear(runtime, Date.now());
  const deps = { db, clickhouse, logger, tariffs: createTariffService({ db, clock: systemClock }) };
  await createEarningsJob({ ...deps, clock: systemClock }).check();
  const job = createDayEarningsJob(deps);
  const delays = monitorEventLoopDelay({ resolution: 10 });
  const startedAt = performance.now();
  delays.enable();
  const plants = await job.check();
  delays.disable();
  const seconds = (performance.now() - startedAt) / 1000;
  const againAt = performance.now();
  const again = await job.check();
  if (plants !== PLANTS || again !== 0) throw new Error(`${plants} plants were due, then ${again}`);
  const [stored] = await clickhouse.query<{ days: string }>(
    "select count() as days from plant_earnings_days final",
  );
  if (Number(stored?.days) !== PLANTS * DAYS) throw new Error(`${stored?.days} days were computed`);
  const what = `earnings of ${PLANTS.toLocaleString("en-US")} plants by day, ${DAYS} days`;
  return [
    { what: `${what}: first computation`, value: seconds, unit: "s" },
    { what: `${what}: rate`, value: (PLANTS * DAYS) / seconds, unit: "days/s" },
    { what: `${what}: longest time without other work`, value: delays.max / 1e6, unit: "ms" },
    { what: `${what}: when nothing is due`, value: performance.now() - againAt, unit: "ms" },
  ];
}

const rows = await withFolder("earnings-fill", async (dataFolder) => {
  prepareDataFolder(dataFolder);
  const config = loadConfig({ HELIOGRAPH_DATA: dataFolder });
  const logger = createLogger(config);
  const resource = {
    start: () => openRuntime({ config, logger, print: () => undefined }),
    stop: (runtime: Runtime & { close(): Promise<void> }) => runtime.close(),
  };
  return await withResource(resource, measure);
});
await report({ name: "earnings-fill", rows });
