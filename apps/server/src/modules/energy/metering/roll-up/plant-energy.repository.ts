import type { InstantRange } from "@heliograph/solar";
import { dayRange, listDays, plantDayOf, splitRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { MeteringSet } from "../metering-sets.ts";
import { levelAt } from "../metering-sets.ts";

interface DayRules {
  timeZone: string;
  /** In order of validity. */
  meteringSets: readonly MeteringSet[];
}

export interface MeteredPlant extends DayRules {
  plantKey: number;
}

const PIECE_MS = 90 * 86_400_000;

/** The plant's windows by level as the sum of its units, measured and seeded alike. */
async function computePlantWindows(
  clickhouse: ClickHouse,
  plantKeys: readonly number[],
  range: InstantRange,
) {
  await clickhouse.command(
    `insert into plant_windows (
      plant, level, window_at, energy_wh, backfilled_wh, estimated_wh, implausible_wh, resets, unit_count, is_demo, computed_at
    )
    select
      plant,
      multiIf(kind = 'DCON', 'ac-meter', kind = 'OPT', 'module', 'string') as counted_level,
      window_at,
      sum(energy_wh),
      sum(backfilled_wh),
      sum(estimated_wh),
      sum(implausible_wh),
      sum(resets),
      countIf(is_measured = 1),
      max(origin = 'demo'),
      now64(3)
    from unit_windows final
    where plant in {plants:Array(UInt32)} and kind != 'RSD'
      and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}
    group by plant, counted_level, window_at`,
    { plants: plantKeys, ...range },
  );
}

/** The local days that a range touches, each from all its windows of the level that counted at their time. */
async function computePlantDays(
  clickhouse: ClickHouse,
  { plantKeys, timeZone, meteringSets }: DayRules & { plantKeys: readonly number[] },
  range: InstantRange,
) {
  const days = listDays(plantDayOf(range.fromAt, timeZone), plantDayOf(range.toAt - 1, timeZone))
    .map((plantDay) => ({ plantDay, ...dayRange(plantDay, timeZone) }))
    // A zone that moved over the date line skipped a day.
    .filter(({ fromAt, toAt }) => toAt > fromAt);
  await clickhouse.command(
    `insert into plant_days (
      plant, plant_day, level, energy_wh, backfilled_wh, estimated_wh, implausible_wh, resets, window_count, is_demo,
      computed_at
    )
    with
      {days:Array(Date)} as days,
      {dayStarts:Array(DateTime)} as day_starts,
      {levels:Array(String)} as levels,
      {levelStarts:Array(DateTime)} as level_starts
    select
      plant, plant_day, argMax(level, (measured, window_at)), sum(energy_wh), sum(backfilled_wh),
      sum(estimated_wh), sum(implausible_wh), sum(resets), sum(measured), max(is_demo), now64(3)
    from (
      select
        plant,
        days[arrayLastIndex(start -> start <= window_at, day_starts)] as plant_day,
        window_at,
        toString(level) as level,
        energy_wh, backfilled_wh, estimated_wh, implausible_wh, resets, is_demo,
        unit_count > 0 as measured
      from plant_windows final
      where plant in {plants:Array(UInt32)} and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}
        and toString(level) = levels[arrayLastIndex(start -> start <= window_at, level_starts)]
      union all
      -- A day that lost its windows, as when another level begins to count, must not keep its old figure.
      select
        arrayJoin({plants:Array(UInt32)}), arrayJoin(days), toDateTime(0, 'UTC'), levels[length(levels)], 0, 0, 0, 0, 0, 0, 0
    )
    group by plant, plant_day`,
    {
      plants: plantKeys,
      fromAt: days[0]?.fromAt,
      toAt: days.at(-1)?.toAt,
      days: days.map(({ plantDay }) => plantDay),
      dayStarts: days.map(({ fromAt }) => fromAt),
      levels: meteringSets.map(({ level }) => level),
      levelStarts: meteringSets.map(({ validFrom }) => validFrom),
    },
  );
}

/** The sets that matter to a range, so that plants which differ only at other times are computed together. */
function cutSets(sets: readonly MeteringSet[], { fromAt, toAt }: InstantRange): MeteringSet[] {
  const margin = 2 * 86_400_000;
  const first = { validFrom: 0, level: levelAt(sets, fromAt - margin) };
  return [first, ...sets.filter(({ validFrom }) => validFrom > fromAt - margin && validFrom < toAt + margin)];
}

/** Recomputes plant windows and days of a range from the windows of the units. */
export async function computePlantEnergy(
  clickhouse: ClickHouse,
  plants: readonly MeteredPlant[],
  range: InstantRange,
): Promise<void> {
  const plantKeys = plants.map(({ plantKey }) => plantKey);
  const alike = Map.groupBy(plants, ({ timeZone, meteringSets }) =>
    JSON.stringify([timeZone, cutSets(meteringSets, range)]),
  );
  for (const piece of splitRange(range, PIECE_MS)) {
    await computePlantWindows(clickhouse, plantKeys, piece);
    for (const group of alike.values()) {
      const [{ timeZone, meteringSets }] = group as [MeteredPlant];
      const keys = group.map(({ plantKey }) => plantKey);
      const rules = { plantKeys: keys, timeZone, meteringSets: cutSets(meteringSets, range) };
      await computePlantDays(clickhouse, rules, piece);
    }
  }
}
