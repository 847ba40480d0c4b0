import { expect, it } from "vitest";
import { findPeriod, stepPeriod, summarizeBars } from "./energy-shape.ts";

it("asks for the days of the current month, the months of the year, or all years", () => {
  expect(findPeriod("day", "2026-05-04", undefined)).toBe("2026-05");
  expect(findPeriod("month", "2026-05-04", undefined)).toBe("2026");
  expect(findPeriod("year", "2026-05-04", undefined)).toBeUndefined();
  expect(findPeriod("day", "2026-05-04", "2026-03")).toBe("2026-03");
});

it("steps between the plant's first period and the current one", () => {
  const bounds = { firstDay: "2026-03-20", today: "2026-05-04" };
  expect(stepPeriod("2026-05", -1, bounds)).toBe("2026-04");
  expect(stepPeriod("2026-03", -1, bounds)).toBeUndefined();
  expect(stepPeriod("2026-05", 1, bounds)).toBeUndefined();
  expect(stepPeriod("2026-05", -1, { ...bounds, firstDay: null })).toBeUndefined();
});

it("keeps a period without data apart from one with nothing", () => {
  const bar = (energyWh: number | null) => ({ period: "2026-05-01", energyWh });
  expect(summarizeBars([bar(null), bar(0), bar(50), bar(100)])).toEqual([null, 0, 0.5, 1]);
  expect(summarizeBars([bar(0)])).toEqual([0]);
});
