import type { BenchRow } from "./report.ts";
import { percentile } from "./report.ts";

/** Something to be repeated and timed. */
export interface Timing {
  readonly what: string;
  /** Goal of the p95. */
  readonly goalMs?: number;
  readonly times: number;
  run(round: number): Promise<unknown>;
}

/** Durations of each timing, ms. In turn, so that other load on the machine affects all of them equally. */
export async function timeInTurn(timings: readonly Timing[]): Promise<number[][]> {
  const durations = timings.map((): number[] => []);
  const maxTimes = Math.max(...timings.map(({ times }) => times));
  for (let round = 0; round <= maxTimes; round++) {
    for (const [index, { times, run }] of timings.entries()) {
      if (round > times) continue;
      const startedAt = performance.now();
      await run(round);
      // The first round warms the caches.
      if (round > 0) durations[index]?.push(performance.now() - startedAt);
    }
  }
  return durations;
}

/** Rows of timings with their p95. */
export async function measureInTurn(timings: readonly Timing[]): Promise<BenchRow[]> {
  const durations = await timeInTurn(timings);
  return timings.map(({ what, goalMs }, index) => {
    const measured = durations[index] ?? [];
    const at = (share: number) => percentile(measured, share).toFixed(1);
    return {
      what,
      value: percentile(measured, 0.95),
      unit: "ms p95",
      goal: goalMs === undefined ? undefined : `≤ ${goalMs}`,
      remark: `p50 ${at(0.5)}, p99 ${at(0.99)}, ${measured.length} runs`,
    };
  });
}
