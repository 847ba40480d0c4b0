import { expect, it } from "vitest";
import type { EarningPeriod } from "./earning-periods.ts";
import { listEarningPeriods, sortEarningPeriods } from "./earning-periods.ts";

const plant = { firstDay: "2026-05-02", today: "2026-05-05" };
const earned = { amount: "1", energyWh: 1000, unpricedWh: 0, periods: [] };
const tariffs = [
  { ...earned, validFrom: "2026-05-03" },
  { ...earned, validFrom: "2026-05-05" },
];
const bar = (period: string, amount: string | null, energyWh = 0, amountPerKwh: number | null = null) => ({
  ...{ period, amount, energyWh, unpricedWh: 0, amountPerKwh },
});

it("lists the periods from the first day until today, with the average of a paid kilowatt hour", () => {
  const bars = [
    bar("2026-05-01", null),
    bar("2026-05-02", "0.3", 3000, 0.15),
    bar("2026-05-03", "-0.1", 1000, -0.1),
    bar("2026-05-04", null),
    bar("2026-05-05", "0", 500),
    bar("2026-05-06", null),
  ];
  const rows = listEarningPeriods({ bars, tariffs }, plant);
  expect(rows.map(({ period }) => period)).toEqual(["2026-05-02", "2026-05-03", "2026-05-04", "2026-05-05"]);
  expect(rows.map(({ perKwh }) => perKwh)).toEqual([0.15, -0.1, null, null]);
  // The first price also holds before its day; without data there is neither energy nor a price.
  expect(rows.map(({ priceDays }) => priceDays)).toEqual([
    ["2026-05-03"],
    ["2026-05-03"],
    [],
    ["2026-05-05"],
  ]);
  expect(rows[2]).toMatchObject({ amount: null, energyWh: null, unpricedWh: null });
});

it("names all prices of a month", () => {
  const rows = listEarningPeriods({ bars: [bar("2026-05", "1", 1000)], tariffs }, plant);
  expect(rows[0]?.priceDays).toEqual(["2026-05-03", "2026-05-05"]);
});

it("sorts amounts as numbers, periods without one last in both orders", () => {
  const row = (period: string, amount: string | null) => ({ period, amount }) as EarningPeriod;
  const rows = [
    row("2026-05-02", "9"),
    row("2026-05-03", null),
    row("2026-05-04", "-20"),
    row("2026-05-05", "10"),
  ];
  const sort = (order: "asc" | "desc", key = "amount") =>
    sortEarningPeriods(rows, { sort: key, order }).map(({ period }) => period.slice(8));
  expect(sort("asc")).toEqual(["04", "02", "05", "03"]);
  expect(sort("desc")).toEqual(["05", "02", "04", "03"]);
  expect(sort("desc", "period")).toEqual(["05", "04", "03", "02"]);
});
