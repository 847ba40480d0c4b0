import { readFileSync } from "node:fs";
import { listProcessesOf } from "../apps/server/test/server-process.ts";

/** Proportional memory of the processes in bytes: a page shared by n counts a share of n (Linux). */
export function memoryOf(pids: readonly number[]): number {
  let bytes = 0;
  for (const pid of pids) {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
      bytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
    } catch {
      // Ended meanwhile, or not readable.
    }
  }
  return bytes;
}

/** Kills what a stopped program left running on its data folder, such as the PostgreSQL it was starting. */
export function killLeftovers(dataFolder: string): void {
  for (const pid of listProcessesOf(dataFolder)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // Ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
