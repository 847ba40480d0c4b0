import { expect, test } from "vitest";
import { avoidedKg, findGridFactor } from "./grid-factor.ts";
import { GRID_FACTORS } from "./grid-factors.ts";

test("finds the factor of the country that a time zone belongs to, with its source and year", () => {
  expect(findGridFactor("Europe/Berlin")).toEqual({
    country: "DE",
    gramsPerKwh: 380.95,
    year: 2023,
    source: "Ember, Yearly Electricity Data",
  });
  expect(
    [
      "Asia/Shanghai",
      "Asia/Bangkok",
      "America/Sao_Paulo",
      "America/New_York",
      "Asia/Kolkata",
      "Asia/Calcutta",
    ].map((zone) => findGridFactor(zone)?.country),
  ).toEqual(["CN", "TH", "BR", "US", "IN", "IN"]);
});

test("knows no factor for a zone without a country, nor for a country that is not in the table", () => {
  for (const zone of ["UTC", "Etc/GMT+3", "Africa/Bangui", "Atlantis/Center"])
    expect(findGridFactor(zone)).toBeUndefined();
});

test("has a plausible factor and a time zone for each country", () => {
  const zones = Intl.supportedValuesOf("timeZone").map((zone) => findGridFactor(zone)?.country);
  for (const [country, [gramsPerKwh, year]] of Object.entries(GRID_FACTORS)) {
    expect(zones, country).toContain(country);
    expect(gramsPerKwh, country).toBeGreaterThan(20);
    expect(gramsPerKwh, country).toBeLessThan(1500);
    expect(year, country).toBeGreaterThanOrEqual(2021);
  }
});

test("avoids as much as the grid would have emitted", () => {
  expect(avoidedKg(2_500_000, { gramsPerKwh: 400 })).toBe(1000);
});
