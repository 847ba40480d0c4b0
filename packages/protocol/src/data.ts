import { LIMITS } from "./limits.ts";
import { ProtocolError } from "./reject.ts";
import type { Data } from "./reports.ts";

function malformed(detail: string): ProtocolError {
  return new ProtocolError("malformed", detail);
}

function readCount(value: unknown, name: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw malformed(`${name} is not a whole number from 0 to 2^53 - 1`);
  }
  return value as number;
}

function readInstant(value: unknown): number {
  const t = readCount(value, "t");
  if (t > LIMITS.instantMs) throw malformed("t is no instant");
  return t;
}

function checkCells(column: readonly unknown[], name: number): void {
  for (let row = 0; row < column.length; row++) {
    const cell = column[row];
    // Number.isFinite refuses other types too; JSON turns 1e999 into Infinity.
    if (cell !== null && !Number.isFinite(cell))
      throw malformed(`d[${name}] holds more than numbers and null`);
  }
}

function checkUnits(units: readonly unknown[]): void {
  for (let row = 0; row < units.length; row++) {
    const unit = units[row];
    if (!Number.isInteger(unit) || (unit as number) < 0 || (unit as number) > LIMITS.unitIndex) {
      throw malformed("d[0] holds more than unit indices");
    }
  }
}

/** Checks a decoded data message by hand, cell by cell, because this is the hot path. Throws {@link ProtocolError}. */
export function checkData(value: unknown): Data {
  if (typeof value !== "object" || value === null) throw malformed("not an object");
  const { v, rev, s, t, c, d } = value as Record<string, unknown>;
  if (v !== 1) throw versionError(v);
  if (!Array.isArray(d) || d.length === 0 || d.length > LIMITS.columns + 1)
    throw malformed("d is no list of columns");
  const rows = Array.isArray(d[0]) ? d[0].length : 0;
  for (let index = 0; index < d.length; index++) {
    const column: unknown = d[index];
    if (!Array.isArray(column)) throw malformed(`d[${index}] is no column`);
    if (column.length !== rows) throw malformed("columns differ in length");
    if (index === 0) checkUnits(column);
    else checkCells(column, index);
  }
  return {
    v,
    rev: readCount(rev, "rev"),
    s: readCount(s, "s"),
    t: readInstant(t),
    c: readCount(c, "c"),
    d: d as Data["d"],
  };
}

/** The error for a `v` that is not 1: another version, or no version at all. */
export function versionError(v: unknown): ProtocolError {
  return typeof v === "number" ? new ProtocolError("unsupported-version") : malformed("v is missing");
}
