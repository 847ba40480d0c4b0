import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import { WINDOW_MS } from "../windows.ts";
import { between, getBounds } from "./sample-bounds-sql.ts";

// A day of windows is read only for plants with a unit that was silent for longer.
const NEAR_WINDOWS_MS = 2 * 3_600_000;

/** Windows of a plant that change when samples of a range do. */
export interface AffectedWindows {
  plantKey: number;
  range: InstantRange;
  /** Windows long after the range that hold the next sample of a unit: growth over a long time belongs to them. */
  farWindows: number[];
}

// Windows with readings of the units that have one in the range, or had one there when it was last computed: those
// computed before, and those marked with it. Any other reading has a mark of its own, and its roll-up finds this range.
const touchedUnits = `
  select
    plant,
    device,
    slot,
    maxIf(window_ms, has_reading and window_ms < toUnixTimestamp64Milli({fromAt:DateTime64(3)})) as previous_ms,
    minIf(window_ms, has_reading and window_ms >= toUnixTimestamp64Milli({toAt:DateTime64(3)})) as next_ms
  from (
    select
      plant, device, slot,
      toInt64(toUnixTimestamp(window_at)) * 1000 as window_ms,
      counter_last_wh is not null as has_reading,
      window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime} as is_touched
    from unit_windows final
    where plant in {plants:Array(UInt32)} and origin = 'rollup' and sample_count > 0
      and window_at >= {nearFromAt:DateTime} and window_at < {nearToAt:DateTime}
    union all
    select
      plant, device, slot,
      intDiv(toUnixTimestamp64Milli(at), {windowMs:Int64}) * {windowMs:Int64} as window_ms,
      1,
      max(at >= {fromAt:DateTime64(3)} and at < {toAt:DateTime64(3)})
    from samples prewhere ${between("firstMarkAt", "lastMarkAt")}
    where eh is not null and window_ms in {marks:Array(Int64)}
    group by plant, device, slot, window_ms
  )
  group by plant, device, slot
  having max(is_touched) = 1`;

/** Plants with the same marked windows. */
export interface MarkedPlants {
  readonly plantKeys: readonly number[];
  /** Starts of all windows that are computed together. */
  readonly marks: readonly number[];
}

function getSearch({ plantKeys, marks }: MarkedPlants, range: InstantRange, nearMs?: number) {
  const bounds = getBounds(plantKeys, range, nearMs);
  const near = marks.filter((at) => at >= bounds.nearFromAt && at < bounds.nearToAt);
  return {
    ...bounds,
    marks: near,
    firstMarkAt: Math.min(range.fromAt, ...near),
    lastMarkAt: Math.max(range.toAt, ...near.map((at) => at + WINDOW_MS)),
    windowMs: WINDOW_MS,
  };
}

type Search = ReturnType<typeof getSearch>;

interface AdjacentReadings {
  plantKey: number;
  /** Earliest window before and latest after the range with the adjacent reading of a touched unit, 0 for none. */
  previousAt: number;
  nextAt: number;
  unitsWithoutPrevious: number;
  unitsWithoutNext: number;
}

async function listAdjacentReadings(clickhouse: ClickHouse, search: Search): Promise<AdjacentReadings[]> {
  const rows = await clickhouse.query<Record<keyof AdjacentReadings, string | number>>(
    `select
      plant as plantKey,
      minIf(previous_ms, previous_ms > 0) as previousAt,
      max(next_ms) as nextAt,
      countIf(previous_ms = 0) as unitsWithoutPrevious,
      countIf(next_ms = 0) as unitsWithoutNext
    from (${touchedUnits})
    group by plant`,
    search,
  );
  return rows.map((row) => ({
    plantKey: Number(row.plantKey),
    previousAt: Number(row.previousAt),
    nextAt: Number(row.nextAt),
    unitsWithoutPrevious: Number(row.unitsWithoutPrevious),
    unitsWithoutNext: Number(row.unitsWithoutNext),
  }));
}

/** Readings before and after the range, searched within two hours first, then within a day for plants without one. */
async function findAdjacentReadings(clickhouse: ClickHouse, marked: MarkedPlants, range: InstantRange) {
  const near = await listAdjacentReadings(clickhouse, getSearch(marked, range, NEAR_WINDOWS_MS));
  const lacking = near.filter(({ unitsWithoutPrevious }) => unitsWithoutPrevious > 0);
  if (lacking.length === 0) return near;
  const lackingKeys = lacking.map(({ plantKey }) => plantKey);
  const far = await listAdjacentReadings(clickhouse, getSearch({ ...marked, plantKeys: lackingKeys }, range));
  return [...near.filter(({ unitsWithoutPrevious }) => unitsWithoutPrevious === 0), ...far];
}

async function findFarWindows(clickhouse: ClickHouse, search: Search): Promise<Map<number, number[]>> {
  const rows = await clickhouse.query<{ plantKey: number; windowAt: string }>(
    `select distinct plant as plantKey, toUnixTimestamp(min(window_at)) * 1000 as windowAt
    from unit_windows final
    where plant in {plants:Array(UInt32)} and origin = 'rollup' and window_at >= {nearToAt:DateTime}
      and counter_last_wh is not null
      and (plant, device, slot) in (select plant, device, slot from (${touchedUnits}) where next_ms = 0)
    group by plant, device, slot`,
    search,
  );
  const byPlant = Map.groupBy(rows, ({ plantKey }) => plantKey);
  return new Map([...byPlant].map(([key, found]) => [key, found.map(({ windowAt }) => Number(windowAt))]));
}

/** From the window of the sample before the range to that of the sample after it, for the units that changed in it. */
async function findAdjacentWindows(
  clickhouse: ClickHouse,
  marked: MarkedPlants,
  range: InstantRange,
): Promise<AffectedWindows[]> {
  const adjacent = await findAdjacentReadings(clickhouse, marked, range);
  const open = adjacent
    .filter(({ unitsWithoutNext }) => unitsWithoutNext > 0)
    .map(({ plantKey }) => plantKey);
  const farWindows =
    open.length > 0
      ? await findFarWindows(clickhouse, getSearch({ ...marked, plantKeys: open }, range))
      : new Map<number, number[]>();
  return adjacent.map(({ plantKey, previousAt, nextAt }) => ({
    plantKey,
    range: {
      fromAt: previousAt > 0 ? previousAt : range.fromAt,
      // A counter that does not change in the range may extend the step in the window after it.
      toAt: nextAt > 0 ? nextAt + WINDOW_MS : range.toAt,
    },
    farWindows: farWindows.get(plantKey) ?? [],
  }));
}

/** Plants with a jump or a fall of a counter since an instant. */
async function listPlantsWithJumps(
  clickhouse: ClickHouse,
  plantKeys: readonly number[],
  fromAt: number,
): Promise<Set<number>> {
  const rows = await clickhouse.query<{ plant: number }>(
    `select distinct plant from plant_windows
    where plant in {plants:Array(UInt32)} and window_at >= {fromAt:DateTime} and (implausible_wh > 0 or resets > 0)`,
    { plants: plantKeys, fromAt },
  );
  return new Set(rows.map(({ plant }) => plant));
}

/**
 * Windows that change with the samples of a range. A single impossible reading is left out; beside one, the windows extend
 * to the second sample before and after the range. A plant without any report there is absent.
 */
export async function findAffectedWindows(
  clickhouse: ClickHouse,
  marked: MarkedPlants,
  range: InstantRange,
): Promise<AffectedWindows[]> {
  const near = await findAdjacentWindows(clickhouse, marked, range);
  if (near.length === 0) return near;
  const fromAt = Math.min(...near.map((affected) => affected.range.fromAt));
  const plantsWithJumps = await listPlantsWithJumps(
    clickhouse,
    near.map(({ plantKey }) => plantKey),
    fromAt,
  );
  const wider: AffectedWindows[] = [];
  for (const { plantKey, range: affectedRange, farWindows } of near) {
    if (!plantsWithJumps.has(plantKey)) continue;
    const ranges = [affectedRange, ...farWindows.map((at) => ({ fromAt: at, toAt: at + WINDOW_MS }))];
    for (const each of ranges)
      wider.push(...(await findAdjacentWindows(clickhouse, { ...marked, plantKeys: [plantKey] }, each)));
  }
  return [...near, ...wider];
}
