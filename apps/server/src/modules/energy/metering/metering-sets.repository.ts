import type { MeteringLevel } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { countingSetFirst } from "./metering-sets-sql.ts";

export interface NewMeteringSet {
  readonly plantId: string;
  /** A day, which begins in UTC, or an instant. */
  readonly validFrom: string | Date;
  readonly level: MeteringLevel;
}

export async function insertMeteringSet(trx: Transaction, set: NewMeteringSet): Promise<void> {
  await sql`
    insert into metering_sets (plant_id, valid_from, level)
    values (${set.plantId}, ${set.validFrom}, ${set.level})`.execute(trx);
}

/** Lets the first metering set of a plant begin on an earlier day; a later one changes nothing. */
export async function extendFirstMeteringSet(trx: Transaction, plantId: string, day: string): Promise<void> {
  await sql`
    update metering_sets set valid_from = least(valid_from, ${day}::date)
    where plant_id = ${plantId}
      and valid_from = (select min(valid_from) from metering_sets where plant_id = ${plantId})`.execute(trx);
}

/**
 * Sets the conversion factor of the metering set that counts at an instant, and keeps another one than before as a change;
 * returns the previous one, undefined without a set.
 */
export async function updateConversionFactor(
  trx: Transaction,
  { plantId, at, factor }: { plantId: string; at: Date; factor: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ before: number }>`
    with current as (
      select valid_from, conversion_factor from metering_sets where plant_id = ${plantId}
      order by ${countingSetFirst(at)} limit 1 for update
    ), change as (
      insert into conversion_factor_changes (plant_id, valid_from, changed_at, before, after)
      select ${plantId}, valid_from, ${at}, conversion_factor, ${factor}::numeric from current
      where conversion_factor <> ${factor}::numeric
    )
    update metering_sets m set conversion_factor = ${factor}::numeric
    from current where m.plant_id = ${plantId} and m.valid_from = current.valid_from
    returning current.conversion_factor::float8 as before`.execute(trx);
  return rows[0]?.before;
}
