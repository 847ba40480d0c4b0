import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { EnergyTotals } from "./figures/energy.repository.ts";
import { HOUR_MS, HOURS } from "./figures/last-day.ts";
import { WINDOW_MS } from "./windows.ts";

/** Energies of a plant as they are kept for lists, totals and details. */
export interface CurrentEnergies extends EnergyTotals {
  readonly plantKey: number;
  /** Starts of the day's measured windows, where they are read. */
  readonly measuredWindows: readonly number[];
}

/** What `energyColumns` selects; without a key where the plant has no counted day. */
export interface EnergyColumns extends EnergyTotals {
  readonly plantKey: number | null;
  readonly windowNumbers: readonly number[];
}

/** Joins the energies that the roll-up keeps, `e`, to plants `p`; a plant without any counted day has none. */
export const energiesJoin = sql.raw("left join plant_energies e on e.plant_key = p.key");

/** A value that belongs to a day, month or year of the plant, or what it is before anything of a later one is counted. */
function within<Value>(
  now: Date,
  period: "day" | "month" | "year",
  { column, before }: { column: string; before: string },
): RawBuilder<Value> {
  const value = sql.raw(`e.${column}`);
  return sql<Value>`case when ${now}::timestamptz < ${sql.raw(`e.${period}_ends_at`)} then ${value} else ${sql.raw(before)} end`;
}

/** Energies of plants at an instant, from `e`; of a plant without any counted day they are 0. */
export function currentEnergies(now: Date) {
  const wh = (period: "day" | "month" | "year", column: string) =>
    within<number>(now, period, { column, before: "0" });
  return {
    todayWh: wh("day", "today_wh"),
    monthWh: wh("month", "month_wh"),
    yearWh: wh("year", "year_wh"),
    totalWh: sql<number>`coalesce(e.total_wh, 0)`,
    backfilledTodayWh: wh("day", "backfilled_today_wh"),
    estimatedTodayWh: wh("day", "estimated_today_wh"),
    implausibleTodayWh: wh("day", "implausible_today_wh"),
    resetsToday: wh("day", "resets_today"),
    firstDay: sql<string | null>`e.first_day`,
    windowNumbers: within<number[]>(now, "day", { column: "measured_windows", before: "'{}'::integer[]" }),
  };
}

/**
 * Energy of the last 24 hours from the plant energies `e`; the oldest hour counts in proportion, so that the figure does not
 * jump at the full hour. 0 for a plant without counted days.
 */
export function lastDayWh(now: Date): RawBuilder<number> {
  const hours = sql`(${now.getTime() / HOUR_MS - 24}::float8 - e.hours_from)`;
  const index = sql`floor(${hours})::integer`;
  return sql<number>`case
    when ${hours} < 0 then coalesce(e.cumulative_wh[${sql.lit(HOURS + 1)}], 0)
    when ${hours} >= ${sql.lit(HOURS)} then 0
    else coalesce(e.cumulative_wh[${sql.lit(HOURS + 1)}] - e.cumulative_wh[${index} + 1]
      - (${hours} - ${index}) * (e.cumulative_wh[${index} + 2] - e.cumulative_wh[${index} + 1]), 0)
  end`;
}

/** Select list of the energies `e`. Measured windows are many numbers, which lists do not need. */
export function energyColumns(now: Date, { withWindows }: { withWindows: boolean }): RawBuilder<unknown> {
  const { windowNumbers, ...energies } = currentEnergies(now);
  const columns = { ...energies, windowNumbers: withWindows ? windowNumbers : sql`'{}'::integer[]` };
  const selected = Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
  return sql`e.plant_key as "plantKey", ${sql.join(selected)}`;
}

/** Energies as read by `energyColumns`; undefined for a plant without any counted day. */
export function readEnergies(row: EnergyColumns): CurrentEnergies | undefined {
  const { plantKey, todayWh, monthWh, yearWh, totalWh, resetsToday, firstDay, windowNumbers } = row;
  if (plantKey === null) return undefined;
  const { backfilledTodayWh, estimatedTodayWh, implausibleTodayWh } = row;
  return {
    ...{ plantKey, todayWh, monthWh, yearWh, totalWh, resetsToday, firstDay },
    ...{ backfilledTodayWh, estimatedTodayWh, implausibleTodayWh },
    measuredWindows: windowNumbers.map((number) => number * WINDOW_MS),
  };
}
