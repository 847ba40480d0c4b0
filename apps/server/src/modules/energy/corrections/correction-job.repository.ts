import type { PlantZones } from "@heliograph/solar";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { plantZones } from "../../base/access/plant-zones-sql.ts";

/** A plant whose days are corrected automatically. */
export interface AutomaticPlant {
  readonly plantId: string;
  readonly plantKey: number;
  readonly zones: PlantZones;
  readonly since: Date;
}

/** The next plants with the automatic correction, by key. */
export async function listAutomaticPlants(
  db: Db,
  { afterKey, limit, only }: { afterKey: number; limit: number; only: readonly number[] | undefined },
): Promise<AutomaticPlant[]> {
  const { rows } = await sql<AutomaticPlant>`
    select p.id as "plantId", p.key as "plantKey", ${plantZones} as zones, a.since
    from auto_corrections a join plants p on p.id = a.plant_id
    where p.key > ${afterKey} and ${only ? sql`p.key = any(${only}::integer[])` : sql`true`}
    order by p.key limit ${limit}`.execute(db);
  return rows;
}

/** Days of plants since a day that were corrected before, also those whose correction is cancelled. */
export async function listCorrectedBefore(
  db: Db,
  { plantIds, fromDay }: { plantIds: readonly string[]; fromDay: string },
): Promise<{ plantId: string; day: string }[]> {
  const { rows } = await sql<{ plantId: string; day: string }>`
    select plant_id as "plantId", plant_day as day from corrections
    where plant_id = any(${plantIds}::uuid[]) and plant_day >= ${fromDay}::date`.execute(db);
  return rows;
}

/** A correction whose plant's energies do not follow it yet. */
export interface UncountedCorrection {
  readonly correctionId: string;
  readonly plantId: string;
  readonly plantKey: number;
  readonly day: string;
  readonly isCancelled: boolean;
}

export async function listUncounted(
  db: Db,
  { limit, only }: { limit: number; only: readonly number[] | undefined },
): Promise<UncountedCorrection[]> {
  const { rows } = await sql<UncountedCorrection>`
    select c.id as "correctionId", c.plant_id as "plantId", p.key as "plantKey",
      c.plant_day as day, c.cancelled_at is not null as "isCancelled"
    from corrections c join plants p on p.id = c.plant_id
    where not c.is_counted and ${only ? sql`p.key = any(${only}::integer[])` : sql`true`}
    order by c.plant_day desc, c.id limit ${limit}`.execute(db);
  return rows;
}

/** Notes that energies follow corrections; not those that were cancelled meanwhile. */
export async function markCounted(
  db: Db,
  corrections: readonly Pick<UncountedCorrection, "correctionId" | "isCancelled">[],
): Promise<void> {
  await sql`
    update corrections c set is_counted = true
    from unnest(
      ${corrections.map(({ correctionId }) => correctionId)}::uuid[],
      ${corrections.map(({ isCancelled }) => isCancelled)}::boolean[]
    ) as counted (id, is_cancelled)
    where c.id = counted.id and (c.cancelled_at is not null) = counted.is_cancelled`.execute(db);
}
