import { readFileSync } from "node:fs";

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
