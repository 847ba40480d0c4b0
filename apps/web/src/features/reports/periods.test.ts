import { expect, test } from "vitest";
import { fitPeriod, lastPeriod } from "./periods.ts";

test("offers the last period that is over, also across the turn of a month and a year", () => {
  expect(lastPeriod("day", "2026-03-01")).toBe("2026-02-28");
  expect(lastPeriod("month", "2026-01-15")).toBe("2025-12");
  expect(lastPeriod("year", "2026-01-15")).toBe("2025");
});

test("keeps the chosen period where the kind allows it", () => {
  expect(fitPeriod("month", "2025-11-03", "2026-03-05")).toBe("2025-11");
  expect(fitPeriod("year", "2025-11", "2026-03-05")).toBe("2025");
  expect(fitPeriod("day", "2025-11", "2026-03-05")).toBe("2026-03-04");
  expect(fitPeriod("month", undefined, "2026-03-05")).toBe("2026-02");
});
