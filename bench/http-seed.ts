import { systemClock } from "../apps/server/src/infra/clock.ts";
import { loadConfig } from "../apps/server/src/infra/config.ts";
import { prepareDataFolder } from "../apps/server/src/infra/data-folder.ts";
import { createLogger } from "../apps/server/src/infra/logger.ts";
import type { Runtime } from "../apps/server/src/main/runtime.ts";
import { openRuntime } from "../apps/server/src/main/runtime.ts";
import { createDayEarningsJob } from "../apps/server/src/modules/energy/earnings/day-earnings-job.ts";
import { createEarningsJob } from "../apps/server/src/modules/energy/earnings/earnings-job.ts";
import {
  hashFacts,
  MAX_DAYS,
} from "../apps/server/src/modules/energy/metering/expected/expected-days-job.ts";
import { createMeteringService } from "../apps/server/src/modules/energy/metering/metering.service.ts";
import { listPlantsByKey } from "../apps/server/src/modules/energy/metering/plants.repository.ts";
import { saveCheckpoint } from "../apps/server/src/modules/energy/metering/roll-up/marks.repository.ts";
import { startOfWindow } from "../apps/server/src/modules/energy/metering/windows.ts";
import { createTariffService } from "../apps/server/src/modules/energy/tariffs/tariffs.service.ts";
import {
  createOperatorSessions,
  createOwnerSessions,
  vacuumTables,
  writeManyPlants,
} from "../apps/server/test/many-plants.ts";
import type { HttpCaller } from "./http-calls.ts";
import { MODULES_PER_PLANT } from "./http-calls.ts";
import { listPlaceDays, places, samplesFrom } from "./http-places.ts";
import {
  dayMs,
  writeExpectedDays,
  writePlantDays,
  writePlantWindows,
  writeSampleDay,
} from "./queries-data.ts";

// Fills an empty data folder for bench/http.ts and bench/fill.ts before the server starts, in a process of its own: the embedded ClickHouse
// would go on using memory and threads of the load generator.

/** Days of energy of each plant, and of its windows of 15 minutes. */
const ENERGY_DAYS = 365;
const WINDOW_DAYS = 3;
const DAYS_OF_WEEK = 7;

export interface SeedInput {
  readonly dataFolder: string;
  readonly plants: number;
  /** Owners with a session; their first plants have samples. */
  readonly owners: number;
  readonly operatorSessions: number;
}

/** Callers with sessions of their own. */
export interface HttpFleet {
  readonly owners: readonly HttpCaller[];
  /** Sessions of one account that sees all plants. */
  readonly operators: readonly HttpCaller[];
}

async function writeEnergies(
  { db, clickhouse }: Runtime,
  { plants, owners }: SeedInput,
  now: number,
): Promise<void> {
  const placeDays = listPlaceDays(now);
  const todays = placeDays.map(({ today }) => today);
  await writePlantDays(clickhouse, { plants, days: ENERGY_DAYS, todays });
  const toAt = startOfWindow(now);
  const offsetsS = placeDays.map(({ offsetS }) => offsetS);
  await writePlantWindows(clickhouse, { plants, fromAt: toAt - WINDOW_DAYS * dayMs, toAt, offsetsS });
  for (const day of [0, 1])
    await writeSampleDay(clickhouse, {
      table: "samples",
      plant: 1,
      plants: owners,
      // Devices 1 to `plants` are the gateways.
      firstDevice: plants + 1,
      modules: MODULES_PER_PLANT,
      at: samplesFrom(now) + day * dayMs,
    });
  // A week of those whose modules are read, up to the last of these days.
  for (let back = 1; back <= DAYS_OF_WEEK - 1; back++)
    await writeSampleDay(clickhouse, {
      ...{ table: "samples", plant: 1, plants: Math.min(owners, places.length), firstDevice: plants + 1 },
      modules: MODULES_PER_PLANT,
      at: samplesFrom(now) - back * dayMs,
    });
  // The roll-ups are written: the server must not compute them from the samples.
  await saveCheckpoint(db, now);
  const metering = createMeteringService({ db, clickhouse, clock: systemClock });
  const keys = Array.from({ length: plants }, (_, index) => index + 1);
  const facts = new Map((await listPlantsByKey(db, keys)).map((plant) => [plant.plantKey, hashFacts(plant)]));
  await writeExpectedDays(clickhouse, {
    facts: keys.map((key) => facts.get(key) ?? 0),
    // One more for the date line.
    ...{ days: MAX_DAYS + 1, todays },
  });
  await metering.recountEnergies(keys);
  const tariffs = createTariffService({ db, clock: systemClock });
  const logger = createLogger({ logLevel: "warn" });
  await createEarningsJob({ db, clickhouse, clock: systemClock, tariffs, logger }).check();
  await createDayEarningsJob({ db, clickhouse, tariffs, logger }).check();
}

async function listCallers({ db }: Runtime, input: SeedInput, now: number): Promise<HttpFleet> {
  const placeDays = listPlaceDays(now);
  const sessions = await createOwnerSessions(db, input.owners);
  const owners = sessions.map(
    (session, index): HttpCaller => ({
      ...session,
      day: placeDays[index % places.length]?.sampleDay ?? "",
    }),
  );
  const { operatorSessions } = input;
  const authorizations = operatorSessions === 0 ? [] : await createOperatorSessions(db, operatorSessions);
  const operators = authorizations.map(
    (authorization): HttpCaller => ({ ...(owners[0] as HttpCaller), authorization }),
  );
  return { owners, operators };
}

async function seed(input: SeedInput): Promise<HttpFleet> {
  prepareDataFolder(input.dataFolder);
  const config = loadConfig({ HELIOGRAPH_DATA: input.dataFolder });
  const runtime = await openRuntime({ config, logger: createLogger(config), print: () => undefined });
  try {
    const now = Date.now();
    await writeManyPlants(runtime.db, { ...input, modulesPerPlant: MODULES_PER_PLANT, places });
    await writeEnergies(runtime, input, now);
    const fleet = await listCallers(runtime, input, now);
    await vacuumTables(runtime.db);
    return fleet;
  } finally {
    await runtime.close();
  }
}

const fleet = await seed(JSON.parse(process.argv[2] ?? "") as SeedInput);
process.send?.(fleet, () => process.exit(0));
