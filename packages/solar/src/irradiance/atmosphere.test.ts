import { expect, test } from "vitest";
import { describeDataset } from "../../test/datasets.ts";
import { sunCoordinates } from "../sun/sun-coordinates.ts";
import { sunPosition } from "../sun/sun-position.ts";
import {
  absoluteAirMass,
  dayOfYear,
  extraterrestrialIrradiance,
  pressureAtAltitude,
  relativeAirMass,
} from "./atmosphere.ts";

test.each([
  [89.9, 36.467],
  [80, 5.586],
  [0, 1],
])("gives the air mass of Kasten and Young at zenith %d° within 0.0005", (zenith, airMass) => {
  expect(Math.abs(relativeAirMass(zenith) - airMass)).toBeLessThan(0.0005);
});

test("stays finite below the horizon", () => {
  expect(relativeAirMass(120)).toBe(relativeAirMass(90));
});

test.each([
  [1000, 89_874.75],
  [8000, 35_600.496],
])("gives the standard pressure at %d m within 0.001 Pa", (altitudeM, pressurePa) => {
  expect(Math.abs(pressureAtAltitude(altitudeM) - pressurePa)).toBeLessThan(0.001);
});

test("corrects air mass in proportion to pressure", () => {
  expect(absoluteAirMass(2, 101_325 / 2)).toBe(1);
});

test("counts the days of a leap year in UTC", () => {
  expect(dayOfYear(Date.UTC(2024, 0, 1))).toBe(1);
  expect(dayOfYear(Date.UTC(2024, 11, 31, 23, 59))).toBe(366);
  expect(dayOfYear(Date.UTC(2025, 2, 1))).toBe(60);
});

test("follows the inverse square of the sun's distance within 0.1 % through the year", () => {
  for (let day = 1; day <= 365; day += 7) {
    const { distanceAu } = sunCoordinates(Date.UTC(2025, 0, day, 12));
    expect(Math.abs((extraterrestrialIrradiance(day) * distanceAu ** 2) / 1366.1 - 1)).toBeLessThan(0.001);
  }
});

describeDataset("extraterrestrial irradiance", "weather/tmy3-greensboro-723170.csv.gz", (lines) => {
  const HOUR_MS = 3_600_000;
  const STEP_MS = HOUR_MS / 12;
  // The file was made with a solar constant of 1367 W/m².
  function hourMean(endAt: number): number {
    let sum = 0;
    for (let at = endAt - HOUR_MS + STEP_MS / 2; at < endAt; at += STEP_MS) {
      const sun = sunPosition({ latitude: 36.1, longitude: -79.95, at, altitudeM: 273 });
      const cosine = Math.cos((sun.apparentZenithDeg * Math.PI) / 180);
      sum += Math.max(cosine, 0) * extraterrestrialIrradiance(dayOfYear(at), 1367);
    }
    return (sum * STEP_MS) / HOUR_MS;
  }

  test("on level ground agrees with a typical year within 3 W/m² each hour and 0.01 % in sum", () => {
    let [worst, expectedSum, sum] = [0, 0, 0];
    for (const line of lines().slice(2)) {
      const [date = "", time = "", etr = ""] = line.split(",");
      const [month = 0, day = 0, year = 0] = date.split("/").map(Number);
      const mean = hourMean(Date.UTC(year, month - 1, day, Number(time.slice(0, 2))) + 5 * HOUR_MS);
      worst = Math.max(worst, Math.abs(mean - Number(etr)));
      expectedSum += Number(etr);
      sum += mean;
    }
    expect(expectedSum).toBeGreaterThan(2_000_000);
    expect(worst).toBeLessThan(3);
    expect(Math.abs(sum / expectedSum - 1)).toBeLessThan(0.0001);
  });
});
