import type { SheetFormat } from "@heliograph/contract";
import { AppError } from "../../errors.ts";
import { runInThread } from "../run-in-thread.ts";
import { readCsv } from "./read-csv.ts";
import { readXlsx } from "./read-xlsx.ts";
import type { SheetProblem } from "./sheet-error.ts";
import { SheetError } from "./sheet-error.ts";
import type { Table, TableLimits } from "./table-limits.ts";

const worker = new URL("./read-table-worker.ts", import.meta.url);

/** The start of a ZIP archive, and of the files in which Office stores encrypted workbooks and those of before 2007. */
const ZIP_START = [0x50, 0x4b, 0x03, 0x04];
const OLE_START = [0xd0, 0xcf, 0x11, 0xe0];

const startsWith = (content: Uint8Array, bytes: readonly number[]) =>
  bytes.every((byte, at) => content[at] === byte);

/** Reads a table from a file of one of the two formats. Throws a SheetError that names what is wrong with it. */
export function readTable(content: Uint8Array, format: SheetFormat, limits: TableLimits): Table {
  if (startsWith(content, OLE_START)) throw new SheetError("importFile.password");
  if (startsWith(content, ZIP_START) !== (format === "xlsx")) throw new SheetError("importFile.otherContent");
  try {
    return format === "xlsx" ? readXlsx(content, limits) : readCsv(content, limits);
  } catch (error) {
    // An offset beyond the end of the file.
    if (error instanceof RangeError) throw new SheetError("importFile.damaged");
    throw error;
  }
}

/** What the thread posts. */
export type ReadOutcome =
  | { readonly table: Table }
  | { readonly problem: SheetProblem; readonly params: Readonly<Record<string, string | number>> };

/** Reads a table in a thread of its own, which unpacks and parses without holding up requests. Throws A0700 with the reason. */
export async function readTableInThread(
  content: Uint8Array,
  format: SheetFormat,
  limits: TableLimits,
): Promise<Table> {
  const bytes = await runInThread(worker, { content, format, limits });
  const outcome = JSON.parse(Buffer.from(bytes).toString("utf8")) as ReadOutcome;
  if ("table" in outcome) return outcome.table;
  throw new AppError("A0700", { messageKey: outcome.problem, params: outcome.params });
}
