import { Worker } from "node:worker_threads";

const MAX_OLD_SPACE_MB = 512;

/**
 * Runs a program that writes one file, in a thread of its own: work of seconds would hold up requests and reports. The
 * program posts the bytes. Ends with the reason of the signal once that is aborted.
 */
export function runInThread(program: URL, workerData: unknown, signal?: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const thread = new Worker(program, {
      workerData,
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
      reject(new Error("the thread ended without a file"));
    });
  });
}
