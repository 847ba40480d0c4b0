import type { DraftGroup, PlaceableUnit } from "@heliograph/contract";
import { SERIAL_NUMBER } from "@heliograph/contract/label-patterns";
import type { Place } from "../../../shared/roof/draft/edits.ts";

/** What is wrong with a pasted list, at a row and column of it, both from 1. */
export interface ListProblem {
  readonly row: number;
  readonly column: number;
  readonly kind: "format" | "noCoordinates" | "unknownSerial" | "noPlace" | "repeated";
  readonly text: string;
}

export type AssignedUnit = Place & { readonly unit: number };

interface ListResult {
  readonly units: readonly AssignedUnit[];
  readonly problems: readonly ListProblem[];
}

const linesOf = (text: string): { readonly row: number; readonly text: string }[] =>
  text
    .split(/\r?\n/u)
    .map((line, index) => ({ row: index + 1, text: line.trim() }))
    .filter((line) => line.text !== "");

/** Serial numbers in upper case, as devices have them. */
const indexSerials = (units: readonly PlaceableUnit[]): ReadonlyMap<string, number> =>
  new Map(units.flatMap(({ sn, key }) => (sn === null ? [] : [[sn, key]])));

/** Assigns serial numbers, one a line, to places in their order. */
export function readSerials(
  text: string,
  places: readonly Place[],
  units: readonly PlaceableUnit[],
): ListResult {
  const keys = indexSerials(units);
  const seen = new Set<string>();
  const problems: ListProblem[] = [];
  const found: AssignedUnit[] = [];
  for (const [index, { row, text: line }] of linesOf(text).entries()) {
    const sn = line.toUpperCase();
    const fail = (kind: ListProblem["kind"]) => problems.push({ row, column: 1, kind, text: line });
    const unit = keys.get(sn);
    const place = places[index];
    if (!SERIAL_NUMBER.test(sn)) fail("format");
    else if (unit === undefined) fail("unknownSerial");
    else if (seen.has(sn)) fail("repeated");
    else if (place === undefined) fail("noPlace");
    else found.push({ ...place, unit });
    seen.add(sn);
  }
  return { units: found, problems };
}

/** Columns of a list: group, row, column, serial number. */
const SERIAL_COLUMN = 4;

/** Separated by tabs, as from a spreadsheet, or by semicolons or commas. */
function splitLine(line: string): string[] {
  const separator = ["\t", ";", ","].find((each) => line.includes(each)) ?? "\t";
  return line.split(separator).map((part) => part.trim());
}

const isHeading = (parts: readonly string[]): boolean =>
  parts.length >= 3 && !/\d/u.test(parts.slice(1).join(""));

/** Assigns serial numbers by group, row and column from 1, one module a line. */
export function readPlacedSerials(
  text: string,
  groups: readonly DraftGroup[],
  units: readonly PlaceableUnit[],
): ListResult {
  const keys = indexSerials(units);
  const byName = new Map(groups.map((group) => [group.name.trim().toLowerCase(), group]));
  const seen = new Set<string>();
  const problems: ListProblem[] = [];
  const found: AssignedUnit[] = [];
  for (const [index, { row, text: line }] of linesOf(text).entries()) {
    const parts = splitLine(line);
    if (index === 0 && isHeading(parts)) continue;
    const [name = "", rowText = "", columnText = "", serial = ""] = parts;
    const fail = (column: number, kind: ListProblem["kind"]) =>
      problems.push({ row, column, kind, text: parts[column - 1] ?? "" });
    const missing = [name, rowText, columnText].indexOf("");
    if (missing >= 0) {
      fail(missing + 1, "noCoordinates");
      continue;
    }
    const malformed = [rowText, columnText].findIndex((part) => !/^[1-9]\d{0,3}$/u.test(part));
    if (malformed >= 0) {
      fail(malformed + 2, "format");
      continue;
    }
    const sn = serial.toUpperCase();
    if (!SERIAL_NUMBER.test(sn)) {
      fail(SERIAL_COLUMN, "format");
      continue;
    }
    const group = byName.get(name.toLowerCase());
    const place = { row: Number(rowText) - 1, column: Number(columnText) - 1 };
    const hasPlace = group?.cells.some((cell) => cell.row === place.row && cell.column === place.column);
    const unit = keys.get(sn);
    if (group === undefined) fail(1, "noPlace");
    else if (hasPlace !== true) fail(place.row < group.rows ? 3 : 2, "noPlace");
    else if (unit === undefined) fail(SERIAL_COLUMN, "unknownSerial");
    else if (seen.has(sn)) fail(SERIAL_COLUMN, "repeated");
    else found.push({ groupKey: group.groupKey, ...place, unit });
    seen.add(sn);
  }
  return { units: found, problems };
}
