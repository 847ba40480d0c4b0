import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import { currentEnergies } from "./current-energies-sql.ts";
import { DEFAULT_CONVERSION_FACTOR } from "./metering-levels.service.ts";
import { countingSetFirst } from "./metering-sets-sql.ts";

/** Energies of a plant on the AC side of its inverters, in Wh. */
export interface AcEnergies {
  readonly monthWh: number;
  readonly yearWh: number;
  readonly totalWh: number;
}

/** First day of the plant's month or year that the energies `e` are of: ten days before its end is in it in every zone. */
const firstDayOf = (period: "month" | "year"): RawBuilder<string> =>
  sql.raw(`date_trunc('${period}', e.${period}_ends_at at time zone 'UTC' - interval '10 days')::date`);

const correctedIn = (now: Date, period: "month" | "year"): RawBuilder<number> =>
  sql<number>`coalesce(sum(c.corrected_wh) filter (where ${now}::timestamptz < ${sql.raw(`e.${period}_ends_at`)}
    and c.plant_day >= ${firstDayOf(period)}), 0)`;

/**
 * Joins to plants `p` with their energies `e` what converts these to the AC side, `ac`: the factor of the level that counts
 * now, 1 on the AC side, and the energy of corrected days, which is that of a reference on the AC side already. Days before
 * the level was changed are converted by the same factor. What is joined is read for all plants together, which takes a
 * third of the time of a search for each of 10,000; `plantIds` is a query of their ids, not needed for nearly all plants.
 */
export function acEnergiesJoin(now: Date, plantIds?: RawBuilder<unknown>): RawBuilder<unknown> {
  const isMeant = (column: string) =>
    plantIds === undefined ? sql`true` : sql`${sql.raw(column)} in (${plantIds})`;
  return sql`
  left join (
    select distinct on (m.plant_id) m.plant_id,
      case m.level when 'ac-meter' then 1 else m.conversion_factor::float8 end as factor
    from metering_sets m where ${isMeant("m.plant_id")} order by m.plant_id, ${countingSetFirst(now)}
  ) counting on counting.plant_id = p.id
  left join (
    select c.plant_id, ${correctedIn(now, "month")} as month_wh, ${correctedIn(now, "year")} as year_wh,
      coalesce(sum(c.corrected_wh), 0) as total_wh
    from corrections c
    join plants on plants.id = c.plant_id
    left join plant_energies e on e.plant_key = plants.key
    where ${isMeant("c.plant_id")} and c.cancelled_at is null and c.is_counted
    group by c.plant_id
  ) corrected on corrected.plant_id = p.id
  cross join lateral (
    select coalesce(counting.factor, ${sql.lit(DEFAULT_CONVERSION_FACTOR)}) as factor,
      coalesce(corrected.month_wh, 0) as corrected_month_wh, coalesce(corrected.year_wh, 0) as corrected_year_wh,
      coalesce(corrected.total_wh, 0) as corrected_total_wh
  ) ac`;
}

/** Energies of plants on the AC side at an instant, from `e` and `ac`; of a plant without any counted day they are 0. */
export function acEnergies(now: Date): Readonly<Record<keyof AcEnergies, RawBuilder<number>>> {
  const { monthWh, yearWh, totalWh } = currentEnergies(now);
  const convert = (energyWh: RawBuilder<number>, corrected: RawBuilder<unknown>) =>
    sql<number>`((${energyWh}) * ac.factor + ${corrected} * (1 - ac.factor))`;
  return {
    monthWh: convert(monthWh, sql.raw("ac.corrected_month_wh")),
    yearWh: convert(yearWh, sql.raw("ac.corrected_year_wh")),
    totalWh: convert(totalWh, sql.raw("ac.corrected_total_wh")),
  };
}
