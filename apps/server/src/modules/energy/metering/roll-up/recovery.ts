import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { markWindows } from "../window-marks.service.ts";
import { findCheckpoint, saveCheckpoint } from "./marks.repository.ts";
import { listReportedWindows } from "./unit-windows.repository.ts";

// A report is stored and marked within 5 minutes of its arrival, or its connection is closed (docs/adr/0003).
const SAFETY_MS = 10 * 60_000;

/** Marks the windows of samples that a process stored but did not mark because it was killed in between. */
export async function markUnmarked(db: Db, clickhouse: ClickHouse): Promise<number> {
  const windows = await listReportedWindows(clickhouse, (await findCheckpoint(db)) ?? 0);
  await markWindows(db, windows);
  return windows.length;
}

/** Moves the checkpoint to an instant whose samples are all marked. */
export async function moveCheckpoint(db: Db, now: number): Promise<void> {
  await saveCheckpoint(db, now - SAFETY_MS);
}
