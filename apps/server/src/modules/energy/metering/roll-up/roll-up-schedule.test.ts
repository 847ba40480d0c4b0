import { expect, test } from "vitest";
import { createVirtualClock } from "../../../../infra/clock.ts";
import { createRollUpSchedule } from "./roll-up-schedule.ts";

const CHEAP = { isFinished: true, tookMs: 1 };

/** Runs a pass each second over marks that plants set every `intervalS`, staggered; returns the plants of each pass. */
function runPasses(options: { plants: number; intervalS: number; seconds: number; passMs: number }) {
  const clock = createVirtualClock(0);
  const schedule = createRollUpSchedule(clock);
  const marked = new Map<number, number>();
  const passes: { at: number; plantKeys: number[] }[] = [];
  let maxWaitS = 0;
  for (let second = 0; second < options.seconds; second++) {
    for (let plantKey = 0; plantKey < options.plants; plantKey++)
      if ((second - plantKey) % options.intervalS === 0 && !marked.has(plantKey))
        marked.set(plantKey, second);
    const { only, except } = schedule.listDue();
    const plantKeys = [...marked.keys()].filter(
      (plantKey) => !except.includes(plantKey) && (!only || only.includes(plantKey)),
    );
    for (const plantKey of plantKeys) {
      maxWaitS = Math.max(maxWaitS, second - (marked.get(plantKey) ?? second));
      marked.delete(plantKey);
      schedule.setComputed(plantKey, CHEAP);
    }
    if (plantKeys.length > 0) {
      passes.push({ at: second, plantKeys });
      schedule.endPass(options.passMs);
    }
    clock.advance(1_000);
  }
  return { passes, maxWaitS };
}

test("lets plants that report at different times become due together", () => {
  const { passes, maxWaitS } = runPasses({ plants: 20, intervalS: 10, seconds: 120, passMs: 1_000 });
  const later = passes.filter(({ at }) => at >= 30);
  expect(later.length).toBeGreaterThan(2);
  expect(later.every(({ plantKeys }) => plantKeys.length === 20)).toBe(true);
  expect(maxWaitS).toBeLessThanOrEqual(25);
});

test("computes a plant at most every ten seconds, however cheap it is", () => {
  const { passes } = runPasses({ plants: 3, intervalS: 1, seconds: 60, passMs: 1 });
  for (let plantKey = 0; plantKey < 3; plantKey++) {
    const times = passes.filter(({ plantKeys }) => plantKeys.includes(plantKey)).map(({ at }) => at);
    expect(times.length).toBeGreaterThan(2);
    expect(times.slice(1).every((at, index) => at - (times[index] as number) >= 10)).toBe(true);
  }
});

test("returns to unfinished plants during the pause, and to failed ones after a minute", () => {
  const clock = createVirtualClock(0);
  const schedule = createRollUpSchedule(clock);
  schedule.setComputed(1, { isFinished: false, tookMs: 100 });
  schedule.setComputed(2, CHEAP);
  schedule.setFailed(3);
  schedule.endPass(5_000);
  expect(schedule.listDue()).toEqual({ only: [1], except: [2, 3] });
  clock.advance(20_000);
  expect(schedule.listDue()).toEqual({ except: [3] });
  clock.advance(40_000);
  expect(schedule.listDue()).toEqual({ except: [] });
});

test("lets complete late windows be computed before the pause is over, except those of failed plants", () => {
  const clock = createVirtualClock(0);
  const schedule = createRollUpSchedule(clock);
  schedule.setComputed(1, CHEAP);
  schedule.setFailed(2);
  schedule.endPass(1_000);
  clock.advance(3_000);
  expect(schedule.listLate()).toBeUndefined();
  clock.advance(1_000);
  expect(schedule.listLate()).toEqual({ except: [2] });
  expect(schedule.listDue()).toEqual({ only: [], except: [1, 2] });
});
