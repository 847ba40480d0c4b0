import { afterEach, expect, it, vi } from "vitest";
import { clock } from "./use-now.ts";

afterEach(() => void vi.useRealTimers());

it("returns the current time on first use, however long it had no subscriber", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const leave = clock.subscribe(() => {});
  expect(clock.read()).toBe(1_000_000);
  leave();
  vi.setSystemTime(1_600_000);
  let ticks = 0;
  const leaveAgain = clock.subscribe(() => {
    ticks += 1;
  });
  expect(clock.read()).toBe(1_600_000);
  vi.advanceTimersByTime(5_000);
  expect([clock.read(), ticks]).toEqual([1_605_000, 1]);
  leaveAgain();
  expect(vi.getTimerCount()).toBe(0);
});

it("returns the same time to a second subscriber between two ticks", () => {
  vi.useFakeTimers({ now: 2_000_000 });
  const leave = [clock.subscribe(() => {})];
  vi.advanceTimersByTime(3_000);
  leave.push(clock.subscribe(() => {}));
  expect(clock.read()).toBe(2_000_000);
  for (const each of leave) each();
});
