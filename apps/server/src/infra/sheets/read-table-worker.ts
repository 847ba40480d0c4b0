import { parentPort, workerData } from "node:worker_threads";
import type { SheetFormat } from "@heliograph/contract";
import type { ReadOutcome } from "./read-table.ts";
import { readTable } from "./read-table.ts";
import { SheetError } from "./sheet-error.ts";
import type { TableLimits } from "./table-limits.ts";

// The thread that reads one file. See read-table.ts.

const { content, format, limits } = workerData as {
  content: Uint8Array;
  format: SheetFormat;
  limits: TableLimits;
};

function read(): ReadOutcome {
  try {
    return { table: readTable(content, format, limits) };
  } catch (error) {
    if (error instanceof SheetError) return { problem: error.problem, params: error.params };
    throw error;
  }
}

const bytes = new Uint8Array(Buffer.from(JSON.stringify(read())));
parentPort?.postMessage(bytes, [bytes.buffer]);
