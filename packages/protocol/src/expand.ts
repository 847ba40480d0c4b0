import type { Birth } from "./birth.ts";
import type { UnitLimits } from "./device-model.ts";
import type { ValueName } from "./points.ts";
import { findPoint } from "./points.ts";
import type { RejectReason } from "./reject.ts";
import { ProtocolError } from "./reject.ts";
import type { Data } from "./reports.ts";

/** A row that is rejected; the others of its report are good. */
export interface RefusedRow {
  readonly unit: number;
  readonly reason: Extract<RejectReason, "unknown-unit" | "out-of-range">;
  /** The first column that was out of range. */
  readonly column?: string;
}

/** Samples in columns, ready to be inserted; index i of every array is one sample. */
export interface SampleColumns {
  readonly count: number;
  readonly unit: Uint16Array;
  /** Milliseconds on the clock of `t`. */
  readonly atMs: Float64Array;
  /** Values in the units of POINTS, NaN where not available; only columns the report has. */
  readonly columns: Partial<Record<ValueName, Float64Array>>;
  readonly refused: readonly RefusedRow[];
}

/** One sample as an object; null is not available. */
export interface SampleRow {
  readonly unit: number;
  /** Milliseconds on the clock of `t`. */
  readonly at: number;
  readonly values: Partial<Record<ValueName, number | null>>;
}

interface ColumnPlan {
  readonly name: string;
  readonly value: ValueName | undefined;
  /** Cell × multiplier ÷ divisor; one of both is 1. */
  readonly multiplier: number;
  readonly divisor: number;
  readonly min: number;
  readonly max: number;
  readonly isInteger: boolean;
}

interface BirthPlan {
  readonly tables: ReadonlyMap<number, readonly (ColumnPlan | undefined)[]>;
  readonly isKnownUnit: Uint8Array;
}

// A birth is read once and used for thousands of reports; it must not be changed after that.
const plans = new WeakMap<Birth, BirthPlan>();

function planColumn(name: string, scale: number): ColumnPlan | undefined {
  const point = findPoint(name);
  if (point === undefined) return undefined;
  // 0.01 has no exact binary form: 3521 / 100 is 35.21, 3521 * 0.01 is not.
  const inverse = Math.round(1 / scale);
  const isDivided = scale < 1 && 1 / inverse === scale;
  return {
    name,
    value: name === "dt" ? undefined : (name as ValueName),
    multiplier: isDivided ? 1 : scale,
    divisor: isDivided ? inverse : 1,
    min: point.min,
    max: point.max,
    isInteger: point.type === "integer",
  };
}

function planBirth(birth: Birth): BirthPlan {
  const tables = new Map<number, (ColumnPlan | undefined)[]>();
  for (const [table, list] of Object.entries(birth.columns)) {
    tables.set(
      Number(table),
      list.map(([name, , scale]) => planColumn(name, scale)),
    );
  }
  const isKnownUnit = new Uint8Array(birth.units.reduce((top, [index]) => Math.max(top, index), 0) + 1);
  isKnownUnit[0] = 1;
  for (const [index] of birth.units) isKnownUnit[index] = 1;
  return { tables, isKnownUnit };
}

function getPlan(
  data: Data,
  birth: Birth,
): { columns: readonly (ColumnPlan | undefined)[]; isKnownUnit: Uint8Array } {
  if (data.rev !== birth.rev) throw new ProtocolError("unknown-rev", String(data.rev));
  let plan = plans.get(birth);
  if (plan === undefined) {
    plan = planBirth(birth);
    plans.set(birth, plan);
  }
  const columns = plan.tables.get(data.c);
  if (columns === undefined) throw new ProtocolError("unknown-table", String(data.c));
  if (data.d.length !== columns.length + 1) throw new ProtocolError("malformed", "d does not fit its table");
  return { columns, isKnownUnit: plan.isKnownUnit };
}

/** Scales one column; a cell out of range is NaN and marks its row. */
function scaleColumn(
  cells: readonly (number | null)[],
  plan: ColumnPlan,
  markRow: (row: number) => void,
): Float64Array {
  const { multiplier, divisor, min, max, isInteger } = plan;
  const out = new Float64Array(cells.length);
  for (let row = 0; row < out.length; row++) {
    const cell = cells[row]!;
    if (cell === null) {
      out[row] = Number.NaN;
      continue;
    }
    const value = (cell * multiplier) / divisor;
    out[row] = value;
    if (!(value >= min && value <= max) || (isInteger && !Number.isInteger(value))) markRow(row);
  }
  return out;
}

function placeInTime(tMs: number, dtS: Float64Array | undefined, count: number): Float64Array {
  const atMs = new Float64Array(count).fill(tMs);
  if (dtS === undefined) return atMs;
  for (let row = 0; row < count; row++) {
    const dt = dtS[row]!;
    if (!Number.isNaN(dt)) atMs[row] = tMs + Math.round(dt * 1000);
  }
  return atMs;
}

/** Marks rows with a value that devices of the unit's model cannot report. */
function markBeyondModel(
  { unit, columns }: Pick<SampleColumns, "unit" | "columns">,
  limitsOf: ReadonlyMap<number, UnitLimits>,
  mark: (row: number, column: string) => void,
): void {
  for (let row = 0; row < unit.length; row++)
    for (const [name, { min, max }] of limitsOf.get(unit[row]!) ?? []) {
      const value = columns[name]?.[row];
      if (value !== undefined && (value < min || value > max)) mark(row, name);
    }
}

/**
 * Expands a checked data message into scaled columns. Rows of unknown units or with a value out of
 * range, that of the point or that of the unit's model, are left out and named in `refused`. Throws {@link ProtocolError} when the birth does not fit
 * (`unknown-rev`, `unknown-table`, `malformed`).
 */
export function expandColumns(
  data: Data,
  birth: Birth,
  limitsOf?: ReadonlyMap<number, UnitLimits>,
): SampleColumns {
  const { columns: plan, isKnownUnit } = getPlan(data, birth);
  const units = data.d[0] as number[];
  const bad = new Map<number, RefusedRow>();
  for (let row = 0; row < units.length; row++) {
    if (isKnownUnit[units[row]!] !== 1) bad.set(row, { unit: units[row]!, reason: "unknown-unit" });
  }
  const columns: Partial<Record<ValueName, Float64Array>> = {};
  let dtS: Float64Array | undefined;
  for (let index = 0; index < plan.length; index++) {
    const column = plan[index];
    if (column === undefined) continue;
    const scaled = scaleColumn(data.d[index + 1]!, column, (row) => {
      if (!bad.has(row)) bad.set(row, { unit: units[row]!, reason: "out-of-range", column: column.name });
    });
    if (column.value === undefined) dtS = scaled;
    else columns[column.value] = scaled;
  }
  const all: SampleColumns = {
    count: units.length,
    unit: Uint16Array.from(units),
    atMs: placeInTime(data.t, dtS, units.length),
    columns,
    refused: [],
  };
  if (limitsOf !== undefined && limitsOf.size > 0)
    markBeyondModel(all, limitsOf, (row, column) => {
      if (!bad.has(row)) bad.set(row, { unit: units[row]!, reason: "out-of-range", column });
    });
  return bad.size === 0 ? all : withoutRows(all, bad);
}

function withoutRows(all: SampleColumns, bad: ReadonlyMap<number, RefusedRow>): SampleColumns {
  const isKept = (_: number, row: number): boolean => !bad.has(row);
  const columns: Partial<Record<ValueName, Float64Array>> = {};
  for (const [name, values] of Object.entries(all.columns))
    columns[name as ValueName] = values.filter(isKept);
  const rows = [...bad.keys()].sort((a, b) => a - b);
  return {
    count: all.count - bad.size,
    unit: all.unit.filter(isKept),
    atMs: all.atMs.filter(isKept),
    columns,
    refused: rows.map((row) => bad.get(row)!),
  };
}

/** Expands a checked data message into one object a sample; the same rules as {@link expandColumns}, for small reports. */
export function expandRows(data: Data, birth: Birth): { rows: SampleRow[]; refused: readonly RefusedRow[] } {
  const { count, unit, atMs, columns, refused } = expandColumns(data, birth);
  const entries = Object.entries(columns) as [ValueName, Float64Array][];
  const rows: SampleRow[] = [];
  for (let row = 0; row < count; row++) {
    const values: Partial<Record<ValueName, number | null>> = {};
    for (const [name, cells] of entries) values[name] = Number.isNaN(cells[row]!) ? null : cells[row]!;
    rows.push({ unit: unit[row]!, at: atMs[row]!, values });
  }
  return { rows, refused };
}
