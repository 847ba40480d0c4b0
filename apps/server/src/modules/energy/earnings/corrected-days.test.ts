import { expect, test } from "vitest";
import { listDayFactors, listUntimedEnergies } from "./corrected-days.ts";

const corrected = (day: string, energyWh: number, measuredWh: number) => ({
  ...{ plantKey: 1, day, energyWh, measuredWh },
});
const days = [
  corrected("2025-12-31", 500, 0),
  corrected("2026-02-03", 1200, 1000),
  corrected("2026-02-04", 800, 0),
];

test("scales what was measured on a corrected day, and takes the correction alone where nothing was", () => {
  expect(listDayFactors(days)).toEqual([{ day: "2026-02-03", factor: 1.2 }]);
  const untimed = listUntimedEnergies(days, { by: "month", tariffDays: ["2026-01-01", "2026-02-04"] });
  expect(untimed).toMatchObject([
    // The first tariff also holds for earlier days.
    { period: "2025-12", tariffIndex: 0, energyWh: 500, quarter: null, isCorrected: 1 },
    { period: "2026-02", tariffIndex: 1, energyWh: 800 },
  ]);
  expect(listUntimedEnergies(days, { by: "year", tariffDays: [] })).toMatchObject([
    { period: "2025", tariffIndex: 0 },
    { period: "2026", tariffIndex: 0 },
  ]);
});
