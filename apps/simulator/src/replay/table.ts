import { ReplayError } from "./replay-error.ts";
import type { SourceFile } from "./source-file.ts";

/** A column's name as NREL writes it, without the number of the channel: `ac_power__773` is `ac_power`. */
export function plainName(cell: string): string {
  return cell.replace(/__\d+$/, "");
}

export function hasColumns(source: SourceFile, names: readonly string[]): boolean {
  const header = new Set(source.header.map(plainName));
  return names.every((name) => header.has(name));
}

/** One line of a table, its cells by column name. */
export interface TableRow {
  text(column: string): string;
  /** null for an empty cell. Throws ReplayError for a cell that is no number. */
  number(column: string): number | null;
}

function readNumber(cell: string, where: () => string): number | null {
  if (cell === "" || /^nan$/i.test(cell)) return null;
  const value = Number(cell);
  if (!Number.isFinite(value)) throw new ReplayError(`${where()}: "${cell}" is no number.`);
  return value;
}

/** The lines of a CSV source with a header. */
export function tableRows(source: SourceFile): TableRow[] {
  const index = new Map(source.header.map((cell, position) => [plainName(cell), position]));
  return source.rows().map((cells, line) => {
    const text = (column: string) => cells[index.get(column) ?? -1]?.trim() ?? "";
    return {
      text,
      number: (column) => readNumber(text(column), () => `${source.name}, line ${line + 2}, ${column}`),
    };
  });
}

const LOCAL_ISO = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/;
const LOCAL_US = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d\d)$/;

/** UTC ms of a local stamp, `2022-01-02 00:01:00` or `1/2/2022 0:15`, on a clock this many hours ahead of UTC. */
export function parseLocal(stamp: string, offsetH: number): number {
  const iso = LOCAL_ISO.exec(stamp);
  const us = LOCAL_US.exec(stamp);
  const parts = iso?.slice(1) ?? (us && [us[3], us[1], us[2], us[4], us[5]]);
  if (!parts) throw new ReplayError(`"${stamp}" is no time as this format writes it.`);
  const [year, month, day, hour, minute, second] = parts.map((part) => Number(part ?? 0));
  return Date.UTC(year!, month! - 1, day, hour! - offsetH, minute, second ?? 0);
}

/** UTC ms of a stamp that carries its own offset. */
export function parseStamp(stamp: string): number {
  const at = /([zZ]|[+-]\d\d:?\d\d)$/.test(stamp) ? Date.parse(stamp.replace(" ", "T")) : Number.NaN;
  if (Number.isNaN(at)) throw new ReplayError(`"${stamp}" is no time with its offset from UTC.`);
  return at;
}
