import { CSV_START, toCsvLine } from "@heliograph/contract/csv";
import type { Sheet } from "./sheet.ts";
import { writeXlsx } from "./xlsx.ts";

export interface SheetFile {
  readonly contentType: string;
  readonly content: Uint8Array;
}

const CSV_TYPE = "text/csv; charset=utf-8";
const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const EMPTY_LINE = "\r\n";

/** Writes a table as a file. Text is never a formula: marked in CSV, typed as text in xlsx. */
export const writeSheet = (sheet: Sheet, format: "csv" | "xlsx", signal?: AbortSignal): Promise<SheetFile> =>
  writeSheets([sheet], format, signal);

/** Writes tables as a file: each a sheet of its own in xlsx, one below the other after an empty line in CSV. */
export async function writeSheets(
  sheets: readonly Sheet[],
  format: "csv" | "xlsx",
  signal?: AbortSignal,
): Promise<SheetFile> {
  if (format === "xlsx") return { contentType: XLSX_TYPE, content: await writeXlsx(sheets, signal) };
  const text = sheets.map(({ head, rows }) => [head, ...rows].map(toCsvLine).join("")).join(EMPTY_LINE);
  return { contentType: CSV_TYPE, content: Buffer.from(CSV_START + text) };
}
