import type { ImportColumns, ImportField, ImportKind } from "@heliograph/contract";
import { registrationCode } from "@heliograph/contract";
import type { Table } from "../../../infra/sheets/table-limits.ts";
import { suggestFields } from "./import-fields.ts";

const MAX_SAMPLES = 3;
const MASKED = "••••";

export type Columns = ImportColumns["columns"];

/** Values that could be registration codes are not sent back. */
const mask = (value: string): string =>
  registrationCode.safeParse(value.replaceAll(/[\s-]/gu, "").toUpperCase()).success ? MASKED : value;

/** Titles and first values of the columns of a table, and what their titles suggest that they contain. */
export function describeColumns(kind: ImportKind, { head, rows }: Table): Columns {
  const width = Math.max(head.length, ...rows.map(({ cells }) => cells.length));
  const titles = Array.from({ length: width }, (_, column) => head[column] ?? "");
  const fields = suggestFields(kind, titles);
  return titles.map((title, column) => ({
    title,
    field: fields[column] ?? null,
    samples: rows.slice(0, MAX_SAMPLES).map(({ cells }) => mask(cells[column] ?? "")),
  }));
}

/** The columns with what they were chosen to contain; as suggested where nothing was chosen. */
export const withFields = (columns: Columns, chosen: readonly (ImportField | null)[] | null): Columns =>
  chosen === null ? columns : columns.map((column, at) => ({ ...column, field: chosen[at] ?? null }));
