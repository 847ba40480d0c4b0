import { describe, expect, it } from "vitest";
import { coverBar, daysOfPeriod, fillBars, findBarRange } from "./bars.ts";

const sum = (period: string, energyWh: number) => ({
  period,
  energyWh,
  backfilledWh: 0,
  estimatedWh: 0,
  implausibleWh: 0,
  resets: 0,
  isDemo: false,
  correctedDays: 0,
  measuredWh: energyWh,
});

describe("bars", () => {
  it("are the days of the current month when no period is named", () => {
    const range = findBarRange("day", undefined, "2028-02-10");
    expect(range).toEqual({ by: "day", fromDay: "2028-02-01", toDay: "2028-02-29" });
    expect(fillBars(range!, [])).toHaveLength(29);
  });

  it("have one for each month of a year, gaps included", () => {
    const range = findBarRange("month", "2025", "2026-06-20");
    const bars = fillBars(range!, [sum("2025-04", 12)]);
    expect(bars).toHaveLength(12);
    expect(bars[3]).toMatchObject({ period: "2025-04", energyWh: 12 });
    expect(bars[4]).toMatchObject({ period: "2025-05", energyWh: null });
  });

  it("have one for each ISO week of a year, which may have 53", () => {
    const range = findBarRange("week", "2026", "2026-06-20");
    expect(range).toEqual({ by: "week", fromDay: "2025-12-29", toDay: "2027-01-03" });
    const bars = fillBars(range!, [sum("2026-W25", 12)]);
    expect(bars).toHaveLength(53);
    expect(bars[24]).toMatchObject({ period: "2026-W25", energyWh: 12 });
    expect(fillBars(findBarRange("week", "2025", "2026-06-20")!, [])).toHaveLength(52);
  });

  it("run from the first year with data to this one", () => {
    const range = findBarRange("year", undefined, "2026-06-20");
    expect(fillBars(range!, [sum("2023", 5)]).map(({ period }) => period)).toEqual([
      "2023",
      "2024",
      "2025",
      "2026",
    ]);
    expect(fillBars(range!, []).map(({ period }) => period)).toEqual(["2026"]);
  });

  it("have no energy instead of zero where no daylight was measured, unless it was corrected", () => {
    const night = sum("2026-02-03", 0);
    expect(coverBar(night, 0)).toMatchObject({ energyWh: null, measuredWh: null, measuredShare: 0 });
    expect(coverBar({ ...night, correctedDays: 1 }, 0)).toMatchObject({ energyWh: 0 });
    expect(coverBar(night, 0.1)).toMatchObject({ energyWh: 0 });
    expect(coverBar(night, null)).toMatchObject({ energyWh: 0 });
    expect(coverBar(sum("2026-02-03", 5), 0)).toMatchObject({ energyWh: 5 });
  });

  it.each([
    ["2026-02-03", "2026-02-03", "2026-02-03"],
    ["2026-W01", "2025-12-29", "2026-01-04"],
    ["2026-W53", "2026-12-28", "2027-01-03"],
    ["2028-02", "2028-02-01", "2028-02-29"],
    ["2026-12", "2026-12-01", "2026-12-31"],
    ["2026", "2026-01-01", "2026-12-31"],
  ])("have days: %s", (period, fromDay, toDay) => {
    expect(daysOfPeriod(period)).toEqual({ fromDay, toDay });
  });

  it.each([
    ["day", "2026"],
    ["month", "2026-01"],
    ["week", "2026-01"],
    ["year", "2026"],
    ["day", "1969-01"],
  ] as const)("refuse for %s the period %s", (by, period) => {
    expect(findBarRange(by, period, "2026-06-20")).toBeUndefined();
  });
});
