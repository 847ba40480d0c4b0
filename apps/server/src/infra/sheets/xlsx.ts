import { runInThread } from "../run-in-thread.ts";
import type { Sheet } from "./sheet.ts";

const worker = new URL("./xlsx-worker.ts", import.meta.url);

/**
 * Writes a workbook, in a thread of its own: compressing 10,000 rows takes seconds. It ends with the reason of
 * the signal once that is aborted.
 */
export const writeXlsx = (sheets: readonly Sheet[], signal?: AbortSignal): Promise<Uint8Array> =>
  runInThread(worker, sheets, signal);
