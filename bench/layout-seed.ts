import { sql } from "kysely";
import { loadConfig } from "../apps/server/src/infra/config.ts";
import { prepareDataFolder } from "../apps/server/src/infra/data-folder.ts";
import { createLogger } from "../apps/server/src/infra/logger.ts";
import { openRuntime } from "../apps/server/src/main/runtime.ts";
import { createSession } from "../apps/server/test/fixtures.ts";
import { vacuumTables, writeManyPlants } from "../apps/server/test/many-plants.ts";
import { places } from "./http-places.ts";

// Fills an empty data folder for bench/layout.ts before the server starts, in a process of its own.

export interface LayoutSeedInput {
  readonly dataFolder: string;
  readonly modules: number;
}

/** A plant with its modules, and a session of its owner. */
export interface LayoutFleet {
  readonly authorization: string;
  readonly stationId: string;
}

async function seed({ dataFolder, modules }: LayoutSeedInput): Promise<LayoutFleet> {
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
    await vacuumTables(db);
    return { authorization, stationId };
  } finally {
    await runtime.close();
  }
}

const fleet = await seed(JSON.parse(process.argv[2] ?? "") as LayoutSeedInput);
process.send?.(fleet, () => process.exit(0));
