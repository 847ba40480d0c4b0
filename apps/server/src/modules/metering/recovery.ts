import type { ClickHouse } from "../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../infra/postgres/database.ts";
import { markWindows } from "./marks.service.ts";
import { findCheckpoint, saveCheckpoint } from "./roll-up.repository.ts";
import { windowMs } from "./windows.ts";

// A report is stored and marked within 5 minutes of its arrival, or its connection is closed (docs/adr/0003).
const safetyMs = 10 * 60_000;

/** Marks what a process stored and could not mark any more because it was killed in between. */
export async function markUnmarked(db: Db, clickhouse: ClickHouse): Promise<number> {
  const rows = await clickhouse.query<{ plant: number; windowMs: string }>(
    `select plant, intDiv(toUnixTimestamp64Milli(at), {windowMs:Int64}) * {windowMs:Int64} as windowMs
    from samples where received_at >= {since:DateTime64(3)} group by plant, windowMs`,
    { since: (await findCheckpoint(db)) ?? 0, windowMs },
  );
  await markWindows(
    db,
    rows.map((row) => ({ plantKey: row.plant, windowAt: Number(row.windowMs) })),
  );
  return rows.length;
}

/** Samples that arrived before this moment are marked by now. */
export async function moveCheckpoint(db: Db, now: number): Promise<void> {
  await saveCheckpoint(db, now - safetyMs);
}
