import { expect, test } from "vitest";
import { isDark } from "./is-dark.ts";

test("a sleeping plant is dark whether it measures zero or nothing, and not while it produces", () => {
  const powers = [null, 0, -4, 0.5];
  expect(powers.map((powerW) => isDark({ isAsleep: true, powerW }))).toEqual([true, true, true, false]);
  expect(powers.map((powerW) => isDark({ isAsleep: false, powerW }))).toEqual([false, false, false, false]);
});
