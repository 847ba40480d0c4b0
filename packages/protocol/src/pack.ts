import type { BirthColumn } from "./birth.ts";
import type { SampleRow } from "./expand.ts";
import type { ValueName } from "./points.ts";
import type { Data } from "./reports.ts";

/** Turns a value into the cell of a column with this scale: the nearest whole number, or null. */
export function toCell(value: number | null | undefined, scale: number): number | null {
  if (value === null || value === undefined) return null;
  // Adding 0 turns -0, which CBOR would write as a float, into 0.
  return Math.round(value / scale) + 0;
}

/**
 * Packs samples into the columns `d` of a data message: the inverse of expandRows, for senders.
 * `tMs` is the message's `t`; `columns` is the table of the birth that the message names. A value
 * the table has no column for is left out, a column without a value is null.
 */
export function packRows(
  columns: readonly BirthColumn[],
  tMs: number,
  rows: readonly SampleRow[],
): Data["d"] {
  const packed: Data["d"] = [rows.map((row) => row.unit)];
  for (const [name, , scale] of columns) {
    packed.push(
      rows.map((row) => toCell(name === "dt" ? (row.at - tMs) / 1000 : row.values[name as ValueName], scale)),
    );
  }
  return packed;
}
