import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { readDatabaseTime } from "../../../../infra/postgres/database-time.repository.ts";
import { MAX_SPREAD_MS, WINDOW_MS } from "../windows.ts";
import type { ReadingSearch } from "./counter-steps-sql.ts";
import { counterSteps, fallsSinceFar, readingSearches, stepParameters } from "./counter-steps-sql.ts";
import type { PlantRatings } from "./rated-power.ts";
import { ratingParameters } from "./rated-power.ts";
import type { Bounds } from "./sample-bounds-sql.ts";
import { between, getBounds, getNearMs } from "./sample-bounds-sql.ts";

// Growth of each unit's counter between consecutive readings, distributed over its windows.
const growth = (search: ReadingSearch) => `
  select
    plant,
    device,
    slot,
    kind,
    window_no,
    wh - base_wh as growth_wh,
    ms - base_ms as gap_ms,
    if(
      gap_ms > {spreadMs:Int64},
      1,
      (least((window_no + 1) * {windowMs:Int64}, ms) - greatest(window_no * {windowMs:Int64}, base_ms)) / gap_ms
    ) as share,
    if(growth_wh < 0 or not can_have_grown, 0, growth_wh * share) as energy_wh,
    if(can_have_grown, 0, growth_wh) as implausible_wh,
    is_history,
    not can_have_grown or gap_ms > {measuredGapMs:Int64} as is_estimated,
    growth_wh < 0 as is_reset
  from (${counterSteps(search)})
  array join if(
    wh < base_wh or not can_have_grown or ms - base_ms > {spreadMs:Int64},
    [intDiv(ms, {windowMs:Int64})],
    range(intDiv(base_ms, {windowMs:Int64}), intDiv(ms - 1, {windowMs:Int64}) + 1)
  ) as window_no`;

// Three kinds of rows: growth, the samples of the window, and zeros that replace rows without samples.
const unitRows = (search: ReadingSearch) => `
  select
    plant, device, slot, kind, window_no,
    energy_wh,
    if(is_history, energy_wh, 0) as backfilled_wh,
    if(is_estimated, energy_wh, 0) as estimated_wh,
    implausible_wh,
    toUInt32(is_reset) as resets,
    toUInt8(not is_estimated) as is_measured,
    0 as sample_count,
    null as power_avg_w, null as power_max_w, null as voltage_avg_v, null as current_avg_a,
    null as temperature_max_c, null as counter_last_wh
  from (${growth(search)})
  where window_no >= {firstWindow:Int64} and window_no < {endWindow:Int64}
  union all
  select
    plant, device, slot, any(kind), intDiv(toUnixTimestamp64Milli(at), {windowMs:Int64}) as window_no,
    0, 0, 0, 0, 0, 1, count(),
    avg(power), max(power), avg(coalesce(vi, vo)), avg(coalesce(ii, io)), max(tp), argMax(eh, at)
  from samples final prewhere ${between("fromAt", "toAt")}
  where eh is not null or power is not null
  group by plant, device, slot, window_no
  union all
  select plant, device, slot, kind, intDiv(toUnixTimestamp(window_at) * 1000, {windowMs:Int64}),
    0, 0, 0, 0, 0, 0, 0, null, null, null, null, null, null
  from unit_windows final
  where plant in {plants:Array(UInt32)} and origin = 'rollup'
    and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}`;

export interface UnitWindowsInput {
  plants: readonly PlantRatings[];
  /** Whole windows. */
  range: InstantRange;
  /** Growth over a longer time is an estimate. */
  measuredGapMs: number;
}

async function listFallsSinceFar(clickhouse: ClickHouse, bounds: Bounds): Promise<number[]> {
  if (bounds.plants.length === 0) return [];
  return (await clickhouse.query<{ plant: number }>(fallsSinceFar, bounds)).map(({ plant }) => plant);
}

/** Plants by the search for readings that they need. */
async function groupBySearch(
  clickhouse: ClickHouse,
  { plants, range, measuredGapMs }: UnitWindowsInput,
): Promise<Map<ReadingSearch, PlantRatings[]>> {
  const bounds = getBounds(
    plants.map(({ plantKey }) => plantKey),
    range,
    getNearMs(measuredGapMs),
  );
  const rows = await clickhouse.query<{ plant: number; isWithoutNear: number; hasFall: number }>(
    readingSearches,
    bounds,
  );
  const falling = new Set(rows.filter(({ hasFall }) => hasFall).map(({ plant }) => plant));
  const withoutNear = new Set(
    rows.flatMap(({ plant, isWithoutNear }) => (isWithoutNear && !falling.has(plant) ? plant : [])),
  );
  for (const plant of await listFallsSinceFar(clickhouse, { ...bounds, plants: [...withoutNear] }))
    falling.add(plant);
  return Map.groupBy(plants, ({ plantKey }): ReadingSearch => {
    if (falling.has(plantKey)) return "second";
    return withoutNear.has(plantKey) ? "far" : "near";
  });
}

interface Engines {
  readonly db: Db;
  readonly clickhouse: ClickHouse;
}

/**
 * Recomputes the windows of all units of some plants from their samples, inside the engine. The caller holds the lock of the
 * plants: what is computed later is newer by the one clock of PostgreSQL.
 */
export async function computeUnitWindows(engines: Engines, input: UnitWindowsInput): Promise<void> {
  const bySearch = await groupBySearch(engines.clickhouse, input);
  for (const [search, plants] of bySearch) await insertUnitWindows(engines, { ...input, plants }, search);
}

async function insertUnitWindows(
  { db, clickhouse }: Engines,
  { plants, range, measuredGapMs }: UnitWindowsInput,
  search: ReadingSearch,
): Promise<void> {
  const plantKeys = plants.map(({ plantKey }) => plantKey);
  await clickhouse.command(
    `insert into unit_windows (
      plant, window_at, device, slot, origin, kind, energy_wh, backfilled_wh, estimated_wh, implausible_wh, resets,
      is_measured, sample_count, power_avg_w, power_max_w, voltage_avg_v, current_avg_a, temperature_max_c,
      counter_last_wh, computed_at
    )
    select
      plant, toDateTime(intDiv(window_no * {windowMs:Int64}, 1000), 'UTC'), device, slot, 'rollup', any(kind),
      sum(energy_wh), sum(backfilled_wh), sum(estimated_wh), sum(implausible_wh), sum(resets), max(is_measured),
      sum(sample_count), max(power_avg_w), max(power_max_w), max(voltage_avg_v), max(current_avg_a),
      max(temperature_max_c), max(counter_last_wh),
      {computedAt:DateTime64(3)}
    from (${unitRows(search)})
    group by plant, device, slot, window_no`,
    {
      ...getBounds(plantKeys, range, search === "near" ? getNearMs(measuredGapMs) : MAX_SPREAD_MS),
      ...stepParameters,
      ...ratingParameters(plants),
      computedAt: await readDatabaseTime(db),
      windowMs: WINDOW_MS,
      spreadMs: MAX_SPREAD_MS,
      measuredGapMs,
      firstWindow: range.fromAt / WINDOW_MS,
      endWindow: range.toAt / WINDOW_MS,
    },
  );
}

/** Number of samples on the busiest UTC day of the range, by which one statement is limited. */
export async function countRowsOfBusiestDay(
  clickhouse: ClickHouse,
  plantKeys: readonly number[],
  range: InstantRange,
): Promise<number> {
  const rows = await clickhouse.query<{ total: string }>(
    `select count() as total from samples
    where plant in {plants:Array(UInt32)} and day between {fromDay:Date} and {toDay:Date}
    group by day order by total desc limit 1`,
    { plants: plantKeys, fromDay: new Date(range.fromAt), toDay: new Date(range.toAt) },
  );
  return Number(rows[0]?.total ?? 0);
}

/** Windows of the samples that arrived since an instant. */
export async function listReportedWindows(
  clickhouse: ClickHouse,
  since: number,
): Promise<{ plantKey: number; windowAt: number }[]> {
  const rows = await clickhouse.query<{ plant: number; windowMs: string }>(
    `select plant, intDiv(toUnixTimestamp64Milli(at), {windowMs:Int64}) * {windowMs:Int64} as windowMs
    from samples where received_at >= {since:DateTime64(3)} group by plant, windowMs`,
    { since, windowMs: WINDOW_MS },
  );
  return rows.map(({ plant, windowMs: at }) => ({ plantKey: plant, windowAt: Number(at) }));
}
