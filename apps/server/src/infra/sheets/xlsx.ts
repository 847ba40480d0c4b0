import { Worker } from "node:worker_threads";
import type { Sheet } from "./sheet.ts";

const worker = new URL("./xlsx-worker.ts", import.meta.url);
const MAX_OLD_SPACE_MB = 512;

/**
 * Writes a workbook with one sheet. It is written in a thread of its own: compressing 10,000 rows would hold up requests and
 * reports for seconds. It ends with the reason of the signal once that is aborted.
 */
export function writeXlsx(sheet: Sheet, signal?: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const thread = new Worker(worker, {
      workerData: sheet,
      resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_SPACE_MB },
    });
    const abort = () => {
      reject(signal?.reason);
      void thread.terminate();
    };
    signal?.addEventListener("abort", abort, { once: true });
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", () => {
      signal?.removeEventListener("abort", abort);
      reject(new Error("the thread ended without a workbook"));
    });
  });
}
