import { expect, test } from "vitest";
import { describeDataset } from "../../test/datasets.ts";
import { skyAt } from "../expected/sky.ts";
import { clearSkyIneichen } from "./clear-sky.ts";

test.each([
  ["the default extraterrestrial irradiance", {}, [1038.159219, 942.208186, 110.265293]],
  ["1370 W/m² above the atmosphere", { extraterrestrialWm2: 1370 }, [1042.725902, 946.352797, 110.750331]],
  ["2000 m of altitude", { altitudeM: 2000 }, [1134.243124, 994.953778, 154.404929]],
] as const)("gives the Ineichen reference within 1e-6 W/m² for %s", (_, more, expected) => {
  const sky = clearSkyIneichen({ apparentZenithDeg: 10, absoluteAirMass: 1, linkeTurbidity: 3, ...more });
  expect(sky.ghiWm2).toBeCloseTo(expected[0], 6);
  expect(sky.dniWm2).toBeCloseTo(expected[1], 6);
  expect(sky.dhiWm2).toBeCloseTo(expected[2], 6);
});

test("is dark with the sun on or below the horizon", () => {
  for (const apparentZenithDeg of [90, 135, 180]) {
    const sky = clearSkyIneichen({ apparentZenithDeg, absoluteAirMass: 38 });
    expect(sky).toEqual({ ghiWm2: 0, dniWm2: 0, dhiWm2: 0 });
  }
});

describeDataset("clear sky", "weather/nsrdb-psm4-2023-30min-40.53N-108.54W.csv.gz", (lines) => {
  test("comes within 5 % of a satellite model's clear year and within 9 % of each of its months", () => {
    const place = { latitude: 40.53, longitude: -108.54, altitudeM: 2168 };
    const [, , header = "", ...rows] = lines();
    const ghi = header.split(",").indexOf("Clearsky GHI");
    const months = Array.from({ length: 12 }, () => ({ expected: 0, computed: 0 }));
    for (const row of rows.map((line) => line.split(",").map(Number))) {
      const [year = 0, month = 1, day = 0, hour = 0, minute = 0] = row;
      const sums = months[month - 1];
      if (!sums) throw new Error(`no such month: ${month}`);
      sums.expected += row[ghi] as number;
      sums.computed += skyAt(place, Date.UTC(year, month - 1, day, hour + 7, minute)).ghiWm2;
    }
    for (const { expected, computed } of months) {
      expect(Math.abs(computed / expected - 1)).toBeLessThan(0.09);
    }
    const total = (key: "expected" | "computed") => months.reduce((sum, month) => sum + month[key], 0);
    expect(Math.abs(total("computed") / total("expected") - 1)).toBeLessThan(0.05);
  });
});
