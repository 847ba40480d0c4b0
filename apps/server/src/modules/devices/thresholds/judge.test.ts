import { describe, expect, test } from "vitest";
import type { LimitState, WatchedSample } from "./judge.ts";
import { findValue, isDue, judge, toLimit } from "./judge.ts";

const MINUTE = 60_000;
const key = { deviceType: "OPT", isOn: true, severity: "alarm" } as const;
const high = toLimit({
  ...key,
  quantity: "voltage",
  side: "high",
  raiseValue: 75,
  clearValue: 70,
  delayS: 120,
});
const low = toLimit({
  ...key,
  quantity: "voltage",
  side: "low",
  raiseValue: 12,
  clearValue: 16,
  delayS: 120,
});
const cold = toLimit({
  ...key,
  quantity: "temperature",
  side: "low",
  raiseValue: -40,
  clearValue: -35,
  delayS: 0,
});

const stateOf = (change: Partial<LimitState>): LimitState => ({
  deviceId: "unit",
  kind: "OPT",
  plantId: "plant",
  faultCode: high.faultCode,
  sinceAt: 0,
  lastAt: 0,
  isRaised: false,
  ...change,
});
const sampleOf = (
  values: WatchedSample["values"],
  latest: WatchedSample["latest"] = values,
): WatchedSample => ({ deviceId: "unit", kind: "OPT", plantId: "plant", at: 0, values, latest });
const at = (value: number | undefined, minutes: number) => ({
  value,
  at: minutes * MINUTE,
  intervalMs: MINUTE,
});

describe("a high limit", () => {
  test("begins a delay above the raise value, and not at it", () => {
    expect(judge(high, undefined, at(75, 0))).toBe("none");
    expect(judge(high, undefined, at(75.1, 0))).toBe("start");
  });

  test("drops the delay when the value comes back, also above the clear value", () => {
    expect(judge(high, stateOf({}), at(74, 1))).toBe("drop");
  });

  test("is due once the value was beyond it for the delay", () => {
    expect(judge(high, stateOf({}), at(76, 1))).toBe("continue");
    expect(isDue(high, stateOf({ lastAt: MINUTE }))).toBe(false);
    expect(isDue(high, stateOf({ lastAt: 2 * MINUTE }))).toBe(true);
  });

  test("ends a raised alarm at the clear value, and not before", () => {
    const raised = stateOf({ isRaised: true });
    expect(judge(high, raised, at(80, 5))).toBe("none");
    expect(judge(high, raised, at(70.1, 5))).toBe("none");
    expect(judge(high, raised, at(70, 5))).toBe("end");
  });

  test("starts the delay again after a gap in the reports", () => {
    expect(judge(high, stateOf({}), at(76, 3))).toBe("continue");
    expect(judge(high, stateOf({}), at(76, 3.1))).toBe("start");
  });

  test("continues a stored delay after a restart, but not one of another occasion", () => {
    const stored = stateOf({ lastAt: undefined });
    expect(judge(high, stored, at(76, 20))).toBe("continue");
    expect(judge(high, stored, at(76, 60))).toBe("start");
  });
});

describe("a low limit", () => {
  test("begins below the raise value and ends at the higher clear value", () => {
    expect(judge(low, undefined, at(12, 0))).toBe("none");
    expect(judge(low, undefined, at(11.9, 0))).toBe("start");
    const raised = stateOf({ isRaised: true });
    expect(judge(low, raised, at(15.9, 5))).toBe("none");
    expect(judge(low, raised, at(16, 5))).toBe("end");
  });

  test("keeps a raised alarm and drops a delay while it does not apply", () => {
    expect(judge(low, stateOf({ isRaised: true }), at(undefined, 1))).toBe("none");
    expect(judge(low, stateOf({}), at(undefined, 1))).toBe("drop");
  });
});

describe("the value of a sample", () => {
  test("is that of the input, or of the output where no input is measured", () => {
    expect(findValue(high, sampleOf({ vi: 40, vo: 30 }))).toBe(40);
    expect(findValue(high, sampleOf({ vi: null, vo: 30 }))).toBe(30);
    expect(findValue(high, sampleOf({ ii: 5 }))).toBeUndefined();
  });

  test.each([
    ["open", { sw: 0 }],
    ["off", { st: 1 }],
    ["asleep", { st: 2 }],
    ["starting", { st: 3 }],
    ["shutting down", { st: 6 }],
    ["in standby", { st: 8 }],
  ])("does not count for low voltage while the unit is %s", (_, latest) => {
    expect(findValue(low, sampleOf({ vi: 0 }, latest))).toBeUndefined();
    expect(findValue(high, sampleOf({ vi: 80 }, latest))).toBe(80);
    expect(findValue(cold, sampleOf({ tp: -50 }, latest))).toBe(-50);
  });

  test.each([
    ["closed and producing", { sw: 1, st: 4 }],
    ["throttled", { st: 5 }],
    ["faulty", { st: 7 }],
    ["without a reported state", {}],
  ])("counts for low voltage while the unit is %s", (_, latest) => {
    expect(findValue(low, sampleOf({ vi: 3 }, latest))).toBe(3);
  });
});
