import type { InstantRange } from "@heliograph/solar";
import { dayRange, listDays, plantDayOf } from "@heliograph/solar";
import type { ClickHouse } from "../../infra/clickhouse/clickhouse.ts";
import type { MeteringSet } from "./metering-sets.ts";
import { splitRange } from "./windows.ts";

export interface MeteredPlant {
  plantKey: number;
  timeZone: string;
  /** In order of validity. */
  meteringSets: readonly MeteringSet[];
}

const pieceMs = 90 * 86_400_000;

/** The plant's windows by level as the sum of its units, measured and seeded alike. */
async function computePlantWindows(clickhouse: ClickHouse, plantKey: number, range: InstantRange) {
  await clickhouse.command(
    `insert into plant_windows (
      plant, level, window_at, energy_wh, backfilled_wh, estimated_wh, resets, unit_count, is_demo, computed_at
    )
    select
      {plant:UInt32},
      multiIf(kind = 'DCON', 'ac-meter', kind = 'OPT', 'module', 'string') as counted_level,
      window_at,
      sum(energy_wh),
      sum(backfilled_wh),
      sum(estimated_wh),
      sum(resets),
      countIf(is_measured = 1),
      max(origin = 'demo'),
      now64(3)
    from unit_windows final
    where plant = {plant:UInt32} and kind != 'RSD'
      and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}
    group by counted_level, window_at`,
    { plant: plantKey, ...range },
  );
}

/** The plant's local days that a range touches, each from all its windows of the level that counted at their time. */
async function computePlantDays(clickhouse: ClickHouse, plant: MeteredPlant, range: InstantRange) {
  const { plantKey, timeZone, meteringSets } = plant;
  const days = listDays(plantDayOf(range.fromAt, timeZone), plantDayOf(range.toAt - 1, timeZone))
    .map((plantDay) => ({ plantDay, ...dayRange(plantDay, timeZone) }))
    // A zone that moved over the date line skipped a day.
    .filter(({ fromAt, toAt }) => toAt > fromAt);
  await clickhouse.command(
    `insert into plant_days (
      plant, plant_day, level, energy_wh, backfilled_wh, estimated_wh, resets, window_count, is_demo, computed_at
    )
    with
      {days:Array(Date)} as days,
      {dayStarts:Array(DateTime)} as day_starts,
      {levels:Array(String)} as levels,
      {levelStarts:Array(DateTime)} as level_starts
    select
      {plant:UInt32}, plant_day, argMax(level, (measured, window_at)), sum(energy_wh), sum(backfilled_wh),
      sum(estimated_wh), sum(resets), sum(measured), max(is_demo), now64(3)
    from (
      select
        days[arrayLastIndex(start -> start <= window_at, day_starts)] as plant_day,
        window_at,
        toString(level) as level,
        energy_wh, backfilled_wh, estimated_wh, resets, is_demo,
        unit_count > 0 as measured
      from plant_windows final
      where plant = {plant:UInt32} and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}
        and toString(level) = levels[arrayLastIndex(start -> start <= window_at, level_starts)]
      union all
      -- A day that lost its windows, as when another level begins to count, must not keep its old figure.
      select
        arrayJoin(days), toDateTime(0, 'UTC'), levels[length(levels)], 0, 0, 0, 0, 0, 0
    )
    group by plant_day`,
    {
      plant: plantKey,
      fromAt: days[0]?.fromAt,
      toAt: days.at(-1)?.toAt,
      days: days.map(({ plantDay }) => plantDay),
      dayStarts: days.map(({ fromAt }) => fromAt),
      levels: meteringSets.map(({ level }) => level),
      levelStarts: meteringSets.map(({ validFrom }) => validFrom),
    },
  );
}

/** Plant windows and days of a range anew from the windows of the units; after a roll-up and after seeding. */
export async function computePlantEnergy(
  clickhouse: ClickHouse,
  plant: MeteredPlant,
  range: InstantRange,
): Promise<void> {
  for (const piece of splitRange(range, pieceMs)) {
    await computePlantWindows(clickhouse, plant.plantKey, piece);
    await computePlantDays(clickhouse, plant, piece);
  }
}
