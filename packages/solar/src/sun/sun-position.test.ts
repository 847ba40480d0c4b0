import { expect, test } from "vitest";
import { describeDataset } from "../../test/datasets.ts";
import { sunPosition } from "./sun-position.ts";

const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 86_400_000;
const rad = (degrees: number): number => (degrees * Math.PI) / 180;

function direction(azimuthDeg: number, elevationDeg: number): [number, number, number] {
  const [azimuth, elevation] = [rad(azimuthDeg), rad(elevationDeg)];
  return [
    Math.cos(elevation) * Math.sin(azimuth),
    Math.cos(elevation) * Math.cos(azimuth),
    Math.sin(elevation),
  ];
}

/** The Astronomical Almanac's low-precision sun (good to 0.01°), seen from the Earth's centre. */
function almanacDirection(latitude: number, longitude: number, at: number): [number, number, number] {
  const days = at / DAY_MS - 10_957.5;
  const anomaly = rad(357.528 + 0.9856003 * days);
  const ecliptic = rad(280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly));
  const obliquity = rad(23.439 - 0.0000004 * days);
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic));
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(ecliptic));
  const hour = rad(280.4606 + 360.9856473 * days + longitude) - ascension;
  const phi = rad(latitude);
  return [
    -Math.cos(declination) * Math.sin(hour),
    Math.sin(declination) * Math.cos(phi) - Math.cos(declination) * Math.cos(hour) * Math.sin(phi),
    Math.sin(declination) * Math.sin(phi) + Math.cos(declination) * Math.cos(hour) * Math.cos(phi),
  ];
}

test("agrees with the NREL SPA reference within 0.0005°", () => {
  const sun = sunPosition({
    latitude: 39.742476,
    longitude: -105.1786,
    at: Date.UTC(2003, 9, 17, 19, 30, 30),
    altitudeM: 1830.14,
    pressurePa: 82_000,
    temperatureC: 11,
  });
  const tolerance = 0.0005;
  expect(Math.abs(sun.zenithDeg - 50.127954)).toBeLessThan(tolerance);
  expect(Math.abs(sun.apparentZenithDeg - 50.111622)).toBeLessThan(tolerance);
  expect(Math.abs(sun.azimuthDeg - 194.340241)).toBeLessThan(tolerance);
  expect(Math.abs(sun.elevationDeg - 39.872046)).toBeLessThan(tolerance);
  expect(Math.abs(sun.apparentElevationDeg - 39.888378)).toBeLessThan(tolerance);
});

test.each([
  ["equator", 0, 0],
  ["Berlin", 52.52, 13.4],
  ["Sydney", -33.87, 151.21],
  ["Tromsø", 69.65, 18.96],
  ["McMurdo", -77.85, 166.67],
])(
  "stays within 0.02° of the Astronomical Almanac's formula for fifty years: %s",
  (_, latitude, longitude) => {
    let worst = 0;
    for (let at = Date.UTC(2000, 0, 1); at < Date.UTC(2050, 0, 1); at += 11.37 * DAY_MS) {
      const sun = sunPosition({ latitude, longitude, at });
      const [x, y, z] = direction(sun.azimuthDeg, sun.elevationDeg);
      const [u, v, w] = almanacDirection(latitude, longitude, at);
      worst = Math.max(worst, Math.hypot(x - u, y - v, z - w) / rad(1));
    }
    expect(worst).toBeLessThan(0.02);
  },
);

test("puts the morning sun in the east and the evening sun in the west in both hemispheres", () => {
  for (const latitude of [45, -45]) {
    const morning = sunPosition({ latitude, longitude: 0, at: Date.UTC(2026, 2, 20, 7) });
    const evening = sunPosition({ latitude, longitude: 0, at: Date.UTC(2026, 2, 20, 17) });
    expect(morning.azimuthDeg).toBeGreaterThan(45);
    expect(morning.azimuthDeg).toBeLessThan(135);
    expect(evening.azimuthDeg).toBeGreaterThan(225);
    expect(evening.azimuthDeg).toBeLessThan(315);
  }
});

test("lifts the sun at the horizon by about half a degree and leaves the night alone", () => {
  const equinoxNoonAtPole = { latitude: 90, longitude: 0, at: Date.UTC(2026, 2, 20, 14, 46) };
  const rim = sunPosition(equinoxNoonAtPole);
  expect(Math.abs(rim.elevationDeg)).toBeLessThan(0.01);
  expect(rim.apparentElevationDeg - rim.elevationDeg).toBeGreaterThan(0.45);
  expect(rim.apparentElevationDeg - rim.elevationDeg).toBeLessThan(0.6);
  const night = sunPosition({ latitude: 0, longitude: 0, at: Date.UTC(2026, 2, 20) });
  expect(night.apparentElevationDeg).toBe(night.elevationDeg);
});

describeDataset(
  "sun over a measured year",
  "weather/nsrdb-psm4-2023-30min-40.53N-108.54W.csv.gz",
  (lines) => {
    test("agrees with the zenith of every half hour of daylight within 0.02°", () => {
      const [, , header = "", ...rows] = lines();
      const names = header.split(",");
      const column = (row: readonly string[], name: string): number => Number(row[names.indexOf(name)]);
      let worst = 0;
      let count = 0;
      for (const row of rows.map((line) => line.split(","))) {
        const expected = column(row, "Solar Zenith Angle");
        if (expected > 89) continue;
        const [year, month, day, hour, minute] = row.map(Number) as [number, number, number, number, number];
        const sun = sunPosition({
          latitude: 40.53,
          longitude: -108.54,
          at: Date.UTC(year, month - 1, day, hour, minute) + 14 * HALF_HOUR_MS,
          altitudeM: 2168,
          pressurePa: column(row, "Pressure") * 100,
          temperatureC: column(row, "Temperature"),
        });
        // The file gives its place to 0.01°, which leaves an even 0.017° at every hour.
        worst = Math.max(worst, Math.abs(sun.apparentZenithDeg - expected));
        count += 1;
      }
      expect(count).toBeGreaterThan(8600);
      expect(worst).toBeLessThan(0.02);
    });
  },
);
