import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createThrottle } from "./throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("runs immediately, then once for all calls within the interval", async () => {
  const act = vi.fn();
  const throttle = createThrottle(act, 500);
  for (let call = 0; call < 3; call += 1) throttle.run();
  expect(act).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(act).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(act).toHaveBeenCalledTimes(2);
});

it("does not run again before its act has settled, and once for what was called meanwhile", async () => {
  const ends: (() => void)[] = [];
  const act = vi.fn(
    () =>
      new Promise<void>((done, fail) => ends.push(ends.length === 0 ? done : () => fail(new Error("no")))),
  );
  const throttle = createThrottle(act, 500);
  throttle.run();
  await vi.advanceTimersByTimeAsync(600);
  for (let call = 0; call < 3; call += 1) throttle.run();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(act).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(act).toHaveBeenCalledTimes(2);
  // A failure ends it too.
  throttle.run();
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(500);
  expect(act).toHaveBeenCalledTimes(3);
});

it("runs nothing after it was stopped", async () => {
  const act = vi.fn();
  const throttle = createThrottle(act, 500);
  throttle.run();
  throttle.run();
  throttle.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(act).toHaveBeenCalledTimes(1);
});
