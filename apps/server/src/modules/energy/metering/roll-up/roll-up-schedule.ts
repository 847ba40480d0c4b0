import type { Clock } from "../../../../infra/clock.ts";

const MIN_PAUSE_MS = 10_000;
// An expensive plant is computed less often, so that no plant takes more than a twentieth of the time, and so is an
// expensive pass, as long as figures still follow reports within half a minute.
const PAUSE_PER_COST = 20;
const MAX_PASS_PAUSE_MS = 20_000;
// On a busy machine every plant is expensive: late reports still count within about a minute.
const MAX_PAUSE_MS = 60_000;
const PAUSE_AFTER_FAILURE_MS = 60_000;
// Plants become due together: a statement costs as much for one small plant as for a hundred.
const DUE_EVERY_MS = 5_000;
// Late windows that are complete wait less, and take at most a fifth of the time.
const PAUSE_PER_LATE_COST = 4;

/** Plants that a pass may compute. */
export interface DuePlants {
  /** Only these; all when absent. */
  readonly only?: readonly number[];
  readonly except: readonly number[];
}

/**
 * Decides which marked plants the next pass computes. All plants wait for the end of the pause after a pass, which is
 * longer after an expensive one, so that those marked meanwhile share its statements.
 */
export function createRollUpSchedule(clock: Clock) {
  const dueAt = new Map<number, number>();
  const failedUntil = new Map<number, number>();
  /** Plants with more marked windows than their last turn computed. */
  const unfinished = new Set<number>();
  let nextPassAt = Number.NEGATIVE_INFINITY;
  let nextLatePassAt = Number.NEGATIVE_INFINITY;

  function forgetPast(times: Map<number, number>): void {
    for (const [plantKey, at] of times) if (at <= clock.now()) times.delete(plantKey);
  }

  return {
    listDue(): DuePlants {
      forgetPast(dueAt);
      forgetPast(failedUntil);
      const except = [...dueAt.keys(), ...failedUntil.keys()];
      return clock.now() < nextPassAt ? { only: [...unfinished], except } : { except };
    },
    /** Plants that complete late windows may not be computed for; undefined while these have to wait. */
    listLate(): DuePlants | undefined {
      forgetPast(failedUntil);
      return clock.now() < nextLatePassAt ? undefined : { except: [...failedUntil.keys()] };
    },
    /** `tookMs`: the plant's part of the time of its batch. */
    setComputed(plantKey: number, { isFinished, tookMs }: { isFinished: boolean; tookMs: number }): void {
      dueAt.delete(plantKey);
      if (!isFinished) {
        unfinished.add(plantKey);
        return;
      }
      unfinished.delete(plantKey);
      const pauseMs = Math.max(MIN_PAUSE_MS, Math.min(MAX_PAUSE_MS, PAUSE_PER_COST * tookMs));
      dueAt.set(plantKey, Math.ceil((clock.now() + pauseMs) / DUE_EVERY_MS) * DUE_EVERY_MS);
    },
    setFailed(plantKey: number): void {
      unfinished.delete(plantKey);
      failedUntil.set(plantKey, clock.now() + PAUSE_AFTER_FAILURE_MS);
    },
    endPass(tookMs: number): void {
      nextPassAt = clock.now() + Math.min(MAX_PASS_PAUSE_MS, PAUSE_PER_COST * tookMs);
      nextLatePassAt = clock.now() + Math.min(MAX_PASS_PAUSE_MS, PAUSE_PER_LATE_COST * tookMs);
    },
  };
}
