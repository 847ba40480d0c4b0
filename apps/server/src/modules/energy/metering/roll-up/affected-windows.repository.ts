import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import { startOfWindow, WINDOW_MS } from "../windows.ts";
import type { Bounds } from "./sample-bounds-sql.ts";
import { between, getBounds, USUAL_GAP_MS } from "./sample-bounds-sql.ts";

/** Windows of a plant that change when samples of a range do. */
export interface AffectedWindows {
  plantKey: number;
  range: InstantRange;
  /** Windows long after the range that hold the next sample of a unit: growth over a long time belongs to them. */
  farWindows: number[];
}

// Units with a counter reading in the range, or that had samples there when it was last computed.
const touchedUnits = `
  select
    plant,
    device,
    slot,
    maxIf(toUnixTimestamp64Milli(at), at < {fromAt:DateTime64(3)}) as previous_ms,
    minIf(toUnixTimestamp64Milli(at), at >= {toAt:DateTime64(3)}) as next_ms
  from samples prewhere ${between("nearFromAt", "nearToAt")}
  where eh is not null
  group by plant, device, slot
  having countIf(at >= {fromAt:DateTime64(3)} and at < {toAt:DateTime64(3)}) > 0 or (plant, device, slot) in (
    select plant, device, slot from unit_windows
    where plant in {plants:Array(UInt32)} and origin = 'rollup' and sample_count > 0
      and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}
  )`;

interface AdjacentReadings {
  plantKey: number;
  /** Earliest reading before and latest after the range among the touched units, 0 for none. */
  previousAt: number;
  nextAt: number;
  unitsWithoutPrevious: number;
  unitsWithoutNext: number;
}

async function listAdjacentReadings(clickhouse: ClickHouse, bounds: Bounds): Promise<AdjacentReadings[]> {
  const rows = await clickhouse.query<Record<keyof AdjacentReadings, string | number>>(
    `select
      plant as plantKey,
      minIf(previous_ms, previous_ms > 0) as previousAt,
      max(next_ms) as nextAt,
      countIf(previous_ms = 0) as unitsWithoutPrevious,
      countIf(next_ms = 0) as unitsWithoutNext
    from (${touchedUnits})
    group by plant`,
    bounds,
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
async function findAdjacentReadings(
  clickhouse: ClickHouse,
  plantKeys: readonly number[],
  range: InstantRange,
) {
  const near = await listAdjacentReadings(clickhouse, getBounds(plantKeys, range, USUAL_GAP_MS));
  const lacking = near.filter(({ unitsWithoutPrevious }) => unitsWithoutPrevious > 0);
  if (lacking.length === 0) return near;
  const lackingKeys = lacking.map(({ plantKey }) => plantKey);
  const far = await listAdjacentReadings(clickhouse, getBounds(lackingKeys, range));
  return [...near.filter(({ unitsWithoutPrevious }) => unitsWithoutPrevious === 0), ...far];
}

async function findFarWindows(clickhouse: ClickHouse, bounds: Bounds): Promise<Map<number, number[]>> {
  const rows = await clickhouse.query<{ plantKey: number; windowAt: string }>(
    `select distinct plant as plantKey, intDiv(toUnixTimestamp64Milli(min(at)), {windowMs:Int64}) * {windowMs:Int64} as windowAt
    from samples
    where plant in {plants:Array(UInt32)} and day >= toDate({nearToAt:DateTime64(3)})
      and at >= {nearToAt:DateTime64(3)} and eh is not null
      and (plant, device, slot) in (select plant, device, slot from (${touchedUnits}) where next_ms = 0)
    group by plant, device, slot`,
    { ...bounds, windowMs: WINDOW_MS },
  );
  const byPlant = Map.groupBy(rows, ({ plantKey }) => plantKey);
  return new Map([...byPlant].map(([key, found]) => [key, found.map(({ windowAt }) => Number(windowAt))]));
}

/** From the window of the sample before the range to that of the sample after it, for the units that changed in it. */
async function findAdjacentWindows(
  clickhouse: ClickHouse,
  plantKeys: readonly number[],
  range: InstantRange,
): Promise<AffectedWindows[]> {
  const adjacent = await findAdjacentReadings(clickhouse, plantKeys, range);
  const open = adjacent
    .filter(({ unitsWithoutNext }) => unitsWithoutNext > 0)
    .map(({ plantKey }) => plantKey);
  const farWindows =
    open.length > 0 ? await findFarWindows(clickhouse, getBounds(open, range)) : new Map<number, number[]>();
  return adjacent.map(({ plantKey, previousAt, nextAt }) => ({
    plantKey,
    range: {
      fromAt: previousAt > 0 ? startOfWindow(previousAt) : range.fromAt,
      // A counter that does not change in the range may extend the step in the window after it.
      toAt: nextAt > 0 ? Math.max(startOfWindow(nextAt), range.toAt) + WINDOW_MS : range.toAt,
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
  plantKeys: readonly number[],
  range: InstantRange,
): Promise<AffectedWindows[]> {
  const near = await findAdjacentWindows(clickhouse, plantKeys, range);
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
    for (const each of ranges) wider.push(...(await findAdjacentWindows(clickhouse, [plantKey], each)));
  }
  return [...near, ...wider];
}
