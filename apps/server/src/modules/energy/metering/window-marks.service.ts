import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { insertMarks } from "./roll-up/marks.repository.ts";
import type { UnitSearch } from "./roll-up/stale-windows.repository.ts";
import { listStaleWindows } from "./roll-up/stale-windows.repository.ts";
import { startOfWindow, WINDOW_MS } from "./windows.ts";

/** A 15-minute window of a plant whose energy must be computed again; any instant inside the window. */
export interface WindowMark {
  plantKey: number;
  windowAt: number | Date;
}

/**
 * Marks windows whose samples were stored, replaced or removed. The roll-up job itself finds the windows before and after
 * them that change as well.
 */
export async function markWindows(db: Db | Transaction, marks: readonly WindowMark[]): Promise<void> {
  const distinct = new Map<string, { plantKey: number; windowAt: string }>();
  for (const { plantKey, windowAt } of marks) {
    const startAt = Math.floor(Number(windowAt) / WINDOW_MS) * WINDOW_MS;
    distinct.set(`${plantKey}/${startAt}`, { plantKey, windowAt: new Date(startAt).toISOString() });
  }
  if (distinct.size === 0) return;
  // Every writer locks rows in one order, so that two of them cannot deadlock.
  const sorted = [...distinct.keys()].sort().map((key) => distinct.get(key)!);
  await insertMarks(db, sorted);
}

/**
 * Marks the windows in which units no longer have the samples that were counted for them: rows were moved to another
 * plant or slot. What was computed while they were moved is found by calling it again later.
 */
export async function markStaleWindows(
  { db, clickhouse }: { db: Db; clickhouse: ClickHouse },
  { range, ...units }: UnitSearch,
): Promise<void> {
  const whole = { fromAt: startOfWindow(range.fromAt), toAt: startOfWindow(range.toAt + WINDOW_MS - 1) };
  await markWindows(db, await listStaleWindows(clickhouse, { ...units, range: whole }));
}
