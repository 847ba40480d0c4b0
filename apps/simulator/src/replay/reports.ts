import type { SampleRow } from "@heliograph/protocol";
import type { Recording } from "./recording.ts";
import { GATEWAY_TABLE, UNIT_TABLE } from "./recording.ts";

/** One data message of the replay. */
export interface Report {
  readonly at: number;
  readonly table: number;
  readonly rows: readonly SampleRow[];
}

const SPAN_MS = 86_400_000;
const ROWS = 400;

const tableOf = (sample: SampleRow): number => (sample.unit === 0 ? GATEWAY_TABLE : UNIT_TABLE);

/** Rows of one table, in order of time, in messages of at most a day; `t` is the newest row's time, `dt` counts backwards. */
function group(table: number, rows: readonly SampleRow[]): Report[] {
  const reports: Report[] = [];
  let open: SampleRow[] = [];
  const close = () => {
    if (open.length > 0) reports.push({ at: open.at(-1)!.at, table, rows: open });
    open = [];
  };
  for (const row of rows) {
    if (open.length === ROWS || (open.length > 0 && row.at - open[0]!.at >= SPAN_MS)) close();
    open.push(row);
  }
  close();
  return reports;
}

/**
 * What a gateway sends after an outage: everything as history, and each unit's last sample live, because
 * history never changes a live value (device-link.md, Acknowledgement). In order of time, live last.
 */
export function planReports(recording: Recording): { history: Report[]; live: Report[] } {
  const lastByUnit = new Map<number, SampleRow>();
  for (const sample of recording.samples) lastByUnit.set(sample.unit, sample);
  const last = new Set(lastByUnit.values());
  const earlier = recording.samples.filter((sample) => !last.has(sample));
  const tables = [GATEWAY_TABLE, UNIT_TABLE];
  const inTables = (rows: readonly SampleRow[]) =>
    tables
      .flatMap((table) =>
        group(
          table,
          rows.filter((row) => tableOf(row) === table),
        ),
      )
      .sort((a, b) => a.at - b.at);
  const isLast = recording.samples.filter((sample) => last.has(sample));
  return { history: inTables(earlier), live: inTables(isLast) };
}
