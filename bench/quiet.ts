import { setTimeout as wait } from "node:timers/promises";
import type { CpuTime } from "./tree-cpu.ts";

/** How long a server or peer must be quiet after a load. Background work of all of them comes in shorter intervals. */
export const QUIET_SECONDS = 5;
/** Share of one core below which a process tree without load counts as quiet. */
const QUIET_CORES = 0.1;
const STEP_MS = 1_000;
// Only ends a wait for a process that never becomes quiet.
const TIMEOUT_S = 15 * 60;

/** Whether the last `seconds` before the last reading were quiet. Readings are a second apart. */
export function isQuiet(readings: readonly CpuTime[], seconds: number): boolean {
  const [first, last] = [readings.at(-1 - seconds), readings.at(-1)];
  if (!first || !last) return false;
  return (last.cpuSeconds - first.cpuSeconds) / (last.seconds - first.seconds) < QUIET_CORES;
}

/**
 * Waits until the clock's process tree has been quiet for this many seconds; resolves with the reading at their end. What
 * it used in these seconds counts, since a little work may be part of them.
 */
export async function readAtQuiet(readClock: () => CpuTime, seconds: number): Promise<CpuTime> {
  const readings = [readClock()];
  for (;;) {
    await wait(STEP_MS);
    const reading = readClock();
    readings.push(reading);
    if (isQuiet(readings, seconds)) return reading;
    if (readings.length > TIMEOUT_S) throw new Error("a process without load does not become quiet");
  }
}
