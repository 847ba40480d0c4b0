import type { InstantRange } from "@heliograph/solar";
import { dayRange, listDays, plantDayOf, splitRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { MeteringSet } from "../metering-sets.ts";
import { levelAt } from "../metering-sets.ts";
import type { CorrectedDay } from "./corrected-days.repository.ts";
import { listCountingCorrections } from "./corrected-days.repository.ts";

interface DayRules {
  timeZone: string;
  /** In order of validity. */
  meteringSets: readonly MeteringSet[];
}

export interface MeteredPlant extends DayRules {
  plantKey: number;
}

interface Engines {
  readonly db: Db;
  readonly clickhouse: ClickHouse;
}

const DAY_MS = 86_400_000;
const PIECE_MS = 90 * DAY_MS;
// ClickHouse limits the length of a query, in which each correction has about forty characters.
const MAX_CORRECTIONS = 3_000;

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

/** The same number as in SQL; days are counted since 1970. */
const correctionKey = ({ plantKey, day }: CorrectedDay): number =>
  plantKey * 100_000 + Date.parse(day) / DAY_MS;

interface LocalDay extends InstantRange {
  readonly plantDay: string;
}

/** The local days that a range touches. */
function listLocalDays({ fromAt, toAt }: InstantRange, timeZone: string): LocalDay[] {
  return (
    listDays(plantDayOf(fromAt, timeZone), plantDayOf(toAt - 1, timeZone))
      .map((plantDay) => ({ plantDay, ...dayRange(plantDay, timeZone) }))
      // A zone that moved over the date line skipped a day.
      .filter((day) => day.toAt > day.fromAt)
  );
}

/** Days of plants, each from all its windows of the level that counted at their time; a corrected day counts as corrected. */
async function insertPlantDays(
  clickhouse: ClickHouse,
  { plantKeys, meteringSets }: Pick<DayRules, "meteringSets"> & { plantKeys: readonly number[] },
  { days, corrections }: { days: readonly LocalDay[]; corrections: readonly CorrectedDay[] },
) {
  await clickhouse.command(
    `insert into plant_days (
      plant, plant_day, level, energy_wh, measured_wh, backfilled_wh, estimated_wh, implausible_wh, resets, window_count,
      is_demo, is_corrected, computed_at
    )
    with
      {days:Array(Date)} as days,
      {dayStarts:Array(DateTime)} as day_starts,
      {levels:Array(String)} as levels,
      {levelStarts:Array(DateTime)} as level_starts,
      transform(
        toUInt64(plant) * 100000 + toUInt16(plant_day), {correctedKeys:Array(UInt64)}, {correctedWh:Array(Float64)}, -1.
      ) as corrected_wh
    select
      plant, plant_day, argMax(level, (measured, window_at)), if(corrected_wh < 0, sum(energy_wh), corrected_wh),
      sum(energy_wh), sum(backfilled_wh), sum(estimated_wh), sum(implausible_wh), sum(resets), sum(measured),
      max(is_demo), corrected_wh >= 0, now64(3)
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
      // No plant has the key 0; lists without any element are refused.
      correctedKeys: [0, ...corrections.map(correctionKey)],
      correctedWh: [-1, ...corrections.map(({ correctedWh }) => correctedWh)],
    },
  );
}

/** The sets that matter to a range, so that plants which differ only at other times are computed together. */
function cutSets(sets: readonly MeteringSet[], { fromAt, toAt }: InstantRange): MeteringSet[] {
  const margin = 2 * 86_400_000;
  const first = { validFrom: 0, level: levelAt(sets, fromAt - margin) };
  return [first, ...sets.filter(({ validFrom }) => validFrom > fromAt - margin && validFrom < toAt + margin)];
}

/** Recomputes the days that a range touches from the windows of the plants, and their corrections. */
export async function computePlantDays(
  { db, clickhouse }: Engines,
  plants: readonly MeteredPlant[],
  range: InstantRange,
): Promise<void> {
  const alike = Map.groupBy(plants, ({ timeZone, meteringSets }) =>
    JSON.stringify([timeZone, cutSets(meteringSets, range)]),
  );
  for (const group of alike.values()) {
    const [{ timeZone, meteringSets: sets }] = group as [MeteredPlant];
    const plantKeys = group.map(({ plantKey }) => plantKey);
    const meteringSets = cutSets(sets, range);
    const days = listLocalDays(range, timeZone);
    const [fromDay, toDay] = [days[0], days.at(-1)].map((day) => day?.plantDay ?? "");
    if (!fromDay || !toDay) continue;
    const corrections = await listCountingCorrections(db, { plantKeys, fromDay, toDay });
    const parts = corrections.length > MAX_CORRECTIONS ? plantKeys.map((key) => [key]) : [plantKeys];
    for (const keys of parts)
      await insertPlantDays(
        clickhouse,
        { plantKeys: keys, meteringSets },
        { days, corrections: corrections.filter(({ plantKey }) => keys.includes(plantKey)) },
      );
  }
}

/** Recomputes plant windows and days of a range from the windows of the units. */
export async function computePlantEnergy(
  engines: Engines,
  plants: readonly MeteredPlant[],
  range: InstantRange,
): Promise<void> {
  const plantKeys = plants.map(({ plantKey }) => plantKey);
  for (const piece of splitRange(range, PIECE_MS)) {
    await computePlantWindows(engines.clickhouse, plantKeys, piece);
    await computePlantDays(engines, plants, piece);
  }
}
