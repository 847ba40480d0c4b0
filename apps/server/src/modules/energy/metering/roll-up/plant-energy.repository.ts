import type { InstantRange, PlantZones } from "@heliograph/solar";
import { dayRange, listDays, plantDayOf, splitRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { readDatabaseTime } from "../../../../infra/postgres/database-time.repository.ts";
import type { MeteringSet } from "../metering-sets.ts";
import { levelAt } from "../metering-sets.ts";
import type { CorrectedDay } from "./corrected-days.repository.ts";
import { listCountingCorrections } from "./corrected-days.repository.ts";

interface DayRules {
  zones: PlantZones;
  /** In order of validity. */
  meteringSets: readonly MeteringSet[];
}

export interface MeteredPlant extends DayRules {
  plantKey: number;
}

/** The caller holds the lock of the plants: what is computed later is newer by the one clock of PostgreSQL. */
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
  { db, clickhouse }: Engines,
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
      {computedAt:DateTime64(3)}
    from unit_windows final
    where plant in {plants:Array(UInt32)} and kind != 'RSD'
      and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}
    group by plant, counted_level, window_at`,
    { plants: plantKeys, ...range, computedAt: await readDatabaseTime(db) },
  );
}

/** The same number as in SQL; days are counted since 1970. */
const correctionKey = ({ plantKey, day }: CorrectedDay): number =>
  plantKey * 100_000 + Date.parse(day) / DAY_MS;

interface LocalDay extends InstantRange {
  readonly plantDay: string;
}

/** The local days that a range touches. */
function listLocalDays({ fromAt, toAt }: InstantRange, zones: PlantZones): LocalDay[] {
  return (
    listDays(plantDayOf(fromAt, zones), plantDayOf(toAt - 1, zones))
      .map((plantDay) => ({ plantDay, ...dayRange(plantDay, zones) }))
      // A zone that moved over the date line skipped a day.
      .filter((day) => day.toAt > day.fromAt)
  );
}

/** Days of plants, each from all its windows of the level that counted at their time; a corrected day counts as corrected. */
async function insertPlantDays(
  { db, clickhouse }: Engines,
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
      max(is_demo), corrected_wh >= 0, {computedAt:DateTime64(3)}
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
      computedAt: await readDatabaseTime(db),
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

/** Computes days of plants from their windows and corrections; those together whose days and levels are the same. */
async function computeDays(
  engines: Engines,
  plants: readonly MeteredPlant[],
  listOwnDays: (zones: PlantZones) => LocalDay[],
): Promise<void> {
  for (const ofZones of Map.groupBy(plants, ({ zones }) => JSON.stringify(zones)).values()) {
    const days = listOwnDays((ofZones[0] as MeteredPlant).zones);
    const [first, last] = [days[0], days.at(-1)];
    if (!first || !last) continue;
    const range = { fromAt: first.fromAt, toAt: last.toAt };
    const alike = Map.groupBy(ofZones, ({ meteringSets }) => JSON.stringify(cutSets(meteringSets, range)));
    for (const group of alike.values()) {
      const meteringSets = cutSets((group[0] as MeteredPlant).meteringSets, range);
      const plantKeys = group.map(({ plantKey }) => plantKey);
      const bounds = { plantKeys, fromDay: first.plantDay, toDay: last.plantDay };
      const corrections = await listCountingCorrections(engines.db, bounds);
      const parts = corrections.length > MAX_CORRECTIONS ? plantKeys.map((key) => [key]) : [plantKeys];
      for (const keys of parts)
        await insertPlantDays(
          engines,
          { plantKeys: keys, meteringSets },
          { days, corrections: corrections.filter(({ plantKey }) => keys.includes(plantKey)) },
        );
    }
  }
}

/** Recomputes days of plants, both included, each by its own zones. */
export function computePlantDays(
  engines: Engines,
  plants: readonly MeteredPlant[],
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
): Promise<void> {
  // A day that a change of zone left without any time is among them: it must not keep its old figure.
  return computeDays(engines, plants, (zones) =>
    listDays(fromDay, toDay).map((plantDay) => ({ plantDay, ...dayRange(plantDay, zones) })),
  );
}

/** Recomputes plant windows and days of a range from the windows of the units. */
export async function computePlantEnergy(
  engines: Engines,
  plants: readonly MeteredPlant[],
  range: InstantRange,
): Promise<void> {
  const plantKeys = plants.map(({ plantKey }) => plantKey);
  for (const piece of splitRange(range, PIECE_MS)) {
    await computePlantWindows(engines, plantKeys, piece);
    await computeDays(engines, plants, (zones) => listLocalDays(piece, zones));
  }
}
