import { sql } from "kysely";
import type { Db } from "../../../../infra/postgres/database.ts";

/** Energy that counts on a plant's day instead of the measured one. */
export interface CorrectedDay {
  readonly plantKey: number;
  readonly day: string;
  readonly correctedWh: number;
}

/** Corrections that count, of plants and their days, both ends included. */
export async function listCountingCorrections(
  db: Db,
  { plantKeys, fromDay, toDay }: { plantKeys: readonly number[]; fromDay: string; toDay: string },
): Promise<CorrectedDay[]> {
  const { rows } = await sql<CorrectedDay>`
    select p.key as "plantKey", c.plant_day as day, c.corrected_wh as "correctedWh"
    from corrections c join plants p on p.id = c.plant_id
    where p.key = any(${plantKeys}::integer[]) and c.plant_day between ${fromDay}::date and ${toDay}::date
      and c.cancelled_at is null
    order by p.key, c.plant_day`.execute(db);
  return rows;
}
