import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createThrottle } from "./throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("works at the first request, then once per interval, and once more after the last request", async () => {
  let runs = 0;
  const throttle = createThrottle(() => void runs++, 1_000);
  throttle.request();
  expect(runs).toBe(1);
  for (let request = 0; request < 3; request += 1) throttle.request();
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(2);
  throttle.request();
  expect(runs).toBe(3);
});

test("begins no run before the last one has ended, and none after it was stopped", async () => {
  let runs = 0;
  const slow = Promise.withResolvers<void>();
  const throttle = createThrottle(async () => {
    runs += 1;
    await slow.promise;
  }, 10);
  throttle.request();
  throttle.request();
  await vi.advanceTimersByTimeAsync(100);
  expect(runs).toBe(1);
  slow.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(runs).toBe(2);
  throttle.request();
  throttle.request();
  throttle.stop();
  throttle.request();
  await vi.advanceTimersByTimeAsync(100);
  expect(runs).toBe(3);
});
