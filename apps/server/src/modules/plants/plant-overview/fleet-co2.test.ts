import { expect, it } from "vitest";
import { sumCo2 } from "./fleet-co2.ts";

const zone = (timeZone: string, totalWh: number) => ({
  timeZone,
  plantCount: 2,
  monthWh: totalWh / 100,
  yearWh: totalWh / 10,
  totalWh,
});

it("adds what plants avoid by the factors of their countries, and counts plants without a country apart from those in a country without one", () => {
  const co2 = sumCo2([
    zone("Europe/Berlin", 1_000_000),
    zone("Asia/Bangkok", 2_000_000),
    zone("UTC", 5_000_000),
    zone("Etc/GMT+3", 5_000_000),
    zone("Africa/Bangui", 5_000_000),
  ]);
  expect(co2.totalKg).toBeCloseTo(380.95 + 2 * 560.74, 6);
  expect(co2.yearKg).toBeCloseTo((380.95 + 2 * 560.74) / 10, 6);
  expect(co2.factors.map(({ country, year }) => [country, year])).toEqual([
    ["DE", 2023],
    ["TH", 2022],
  ]);
  expect([co2.unknownCount, co2.noCountryCount]).toEqual([2, 4]);
});

it("gives no figure where no country is known", () => {
  expect(sumCo2([zone("UTC", 1_000)])).toEqual({
    monthKg: null,
    yearKg: null,
    totalKg: null,
    factors: [],
    unknownCount: 0,
    noCountryCount: 2,
  });
});
