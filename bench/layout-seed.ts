import { sql } from "kysely";
import { loadConfig } from "../apps/server/src/infra/config.ts";
import { prepareDataFolder } from "../apps/server/src/infra/data-folder.ts";
import { createLogger } from "../apps/server/src/infra/logger.ts";
import type { Runtime } from "../apps/server/src/main/runtime.ts";
import { openRuntime } from "../apps/server/src/main/runtime.ts";
import { saveCheckpoint } from "../apps/server/src/modules/energy/metering/roll-up/marks.repository.ts";
import { createSession } from "../apps/server/test/fixtures.ts";
import { vacuumTables, writeManyPlants } from "../apps/server/test/many-plants.ts";
import { listPlaceDays, places, samplesFrom } from "./http-places.ts";
import { dayMs, writePlantWindows, writeSampleDay } from "./queries-data.ts";

// Fills an empty data folder for bench/layout.ts before the server starts, in a process of its own.

export interface LayoutSeedInput {
  readonly dataFolder: string;
  readonly modules: number;
  /** Days of samples, all of which are over; modules are asleep at night. */
  readonly sampleDays: number;
}

/** A plant with its modules, and a session of its owner. */
export interface LayoutFleet {
  readonly authorization: string;
  readonly stationId: string;
  /** The plant's days that have samples from sunrise to sunset, the latest first. */
  readonly days: readonly string[];
}

/** Samples and windows of whole days of the plant. */
async function writeDays(
  { db, clickhouse }: Runtime,
  { modules, sampleDays }: LayoutSeedInput,
): Promise<string[]> {
  const now = Date.now();
  const lastDay = Date.parse(listPlaceDays(now)[0]?.sampleDay ?? "");
  // A day of the plant is a part of two UTC days.
  for (let back = -1; back < sampleDays; back++) {
    const at = samplesFrom(now) - back * dayMs;
    // The samples have the key of their device as that of their slot; slots have the keys 1, 2, 3 and so on.
    await writeSampleDay(clickhouse, {
      ...{ table: "samples", plant: 1, firstDevice: 1, modules, at, isAsleepAtNight: true },
    });
  }
  // A day file is kept as long as the windows of its day do not change.
  const fromAt = samplesFrom(now) - (sampleDays - 1) * dayMs;
  await writePlantWindows(clickhouse, {
    plants: 1,
    fromAt,
    toAt: samplesFrom(now) + 2 * dayMs,
    offsetsS: [0],
  });
  await saveCheckpoint(db, now);
  return Array.from({ length: sampleDays }, (_, back) =>
    new Date(lastDay - back * dayMs).toISOString().slice(0, 10),
  );
}

async function seed(input: LayoutSeedInput): Promise<LayoutFleet> {
  const { dataFolder, modules, sampleDays } = input;
  prepareDataFolder(dataFolder);
  const config = loadConfig({ HELIOGRAPH_DATA: dataFolder });
  const runtime = await openRuntime({ config, logger: createLogger(config), print: () => undefined });
  try {
    const { db } = runtime;
    await writeManyPlants(db, { plants: 1, owners: 1, modulesPerPlant: modules, places });
    const { rows } = await sql<{ ownerId: string; stationId: string }>`
      select owner_id as "ownerId", id as "stationId" from plants where key = 1`.execute(db);
    const { ownerId, stationId } = rows[0] as (typeof rows)[number];
    const { authorization } = await createSession(db, { accountId: ownerId });
    const days = sampleDays > 0 ? await writeDays(runtime, input) : [];
    await vacuumTables(db);
    return { authorization, stationId, days };
  } finally {
    await runtime.close();
  }
}

const fleet = await seed(JSON.parse(process.argv[2] ?? "") as LayoutSeedInput);
process.send?.(fleet, () => process.exit(0));
