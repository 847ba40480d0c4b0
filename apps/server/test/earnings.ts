import type { MeteringLevel, Tariff } from "@heliograph/contract";
import { sql } from "kysely";
import { createLogger } from "../src/infra/logger.ts";
import { createDayEarningsJob } from "../src/modules/energy/earnings/day-earnings-job.ts";
import { createEarningsJob } from "../src/modules/energy/earnings/earnings-job.ts";
import type { TestEngines } from "./engines.ts";
import type { JobStage } from "./jobs.ts";

export const WINDOW_MS = 900_000;

/** Replaces the tariffs of a plant. */
export async function setTariffs(
  { db }: TestEngines,
  plantId: string,
  versions: Readonly<Record<string, Tariff>>,
): Promise<void> {
  await sql`delete from tariffs where plant_id = ${plantId}`.execute(db);
  for (const [validFrom, tariff] of Object.entries(versions))
    await sql`
      insert into tariffs (plant_id, valid_from, method, price, periods) values (${plantId}, ${validFrom}, ${tariff.method},
        ${tariff.method === "fixed" ? tariff.price : null},
        ${tariff.method === "time" ? JSON.stringify(tariff.periods) : null}::jsonb)`.execute(db);
}

/** Computes earnings of plants as the jobs do, today's first; returns how many had days that were due. */
export async function computeEarnings(
  { engines, clock, app }: Pick<JobStage, "engines" | "clock" | "app">,
  plantKeys: readonly number[],
): Promise<number> {
  const { tariffs } = app.services;
  const deps = { ...engines, tariffs, logger: createLogger({ logLevel: "silent" }), plantKeys };
  await createEarningsJob({ ...deps, clock }).check();
  return await createDayEarningsJob(deps).check();
}

/** Writes energies of 15-minute windows of a plant, by the window's start in UTC ms. */
export async function writeWindows(
  { clickhouse }: TestEngines,
  { plantKey, level = "ac-meter" }: { plantKey: number; level?: MeteringLevel },
  energies: ReadonlyMap<number, number>,
): Promise<void> {
  await clickhouse.insertRows(
    "plant_windows",
    [...energies].map(([at, energyWh]) => ({
      plant: plantKey,
      level,
      window_at: at,
      energy_wh: energyWh,
      backfilled_wh: 0,
      estimated_wh: 0,
      resets: 0,
      unit_count: 1,
      is_demo: 0,
      computed_at: new Date("2026-06-20T12:00:00Z"),
    })),
  );
}
