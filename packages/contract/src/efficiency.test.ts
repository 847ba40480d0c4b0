import { expect, test } from "vitest";
import { getEfficiencyPct } from "./efficiency.ts";

test("gives power as per cent of the capacity, and nothing without power or capacity", () => {
  expect(getEfficiencyPct(4_000, 10)).toBe(40);
  expect(getEfficiencyPct(0, 10)).toBe(0);
  expect(getEfficiencyPct(null, 10)).toBeNull();
  expect(getEfficiencyPct(0, 0)).toBeNull();
});
