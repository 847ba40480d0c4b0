import { expect, it } from "vitest";
import { joinEnergies } from "./join-energies.ts";

const bar = (period: string, energyWh: number | null) => ({
  period,
  energyWh,
  backfilledWh: 0,
  estimatedWh: 0,
  implausibleWh: 0,
  resets: 0,
  isDemo: false,
  correctedDays: 0,
  measuredWh: energyWh,
  measuredShare: null,
});
const october = {
  level: "module" as const,
  bars: [bar("2026-10-30", 5), bar("2026-10-31", 7)],
  totalWh: 12,
  isUpdating: false,
};
const november = {
  level: "module" as const,
  bars: [bar("2026-11-01", null), bar("2026-11-02", 3)],
  totalWh: 3,
  isUpdating: true,
};

it("puts months together and keeps only the days of the range", () => {
  const joined = joinEnergies([october, november], { from: "2026-10-31", to: "2026-11-02" });
  expect(joined.bars.map(({ period }) => period)).toEqual(["2026-10-31", "2026-11-01", "2026-11-02"]);
  expect(joined.totalWh).toBe(10);
  expect(joined.isUpdating).toBe(true);
});

it("leaves months and years as they are", () => {
  expect(joinEnergies([october], undefined)).toEqual(october);
});
