import { CSV_START, toCsvLine } from "@heliograph/contract/csv";
import type { Sheet } from "./sheet.ts";
import { writeXlsx } from "./xlsx.ts";

export interface SheetFile {
  readonly contentType: string;
  readonly content: Uint8Array;
}

const CSV_TYPE = "text/csv; charset=utf-8";
const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Writes a table as a file. Text is never a formula: marked in CSV, typed as text in xlsx. */
export async function writeSheet(
  { head, rows }: Sheet,
  format: "csv" | "xlsx",
  signal?: AbortSignal,
): Promise<SheetFile> {
  if (format === "xlsx") return { contentType: XLSX_TYPE, content: await writeXlsx({ head, rows }, signal) };
  const text = [head, ...rows].map(toCsvLine).join("");
  return { contentType: CSV_TYPE, content: Buffer.from(CSV_START + text) };
}
