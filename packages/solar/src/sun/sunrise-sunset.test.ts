import fc from "fast-check";
import { expect, test } from "vitest";
import { dayRange } from "../days/local-days.ts";
import { sunPosition } from "./sun-position.ts";
import { sunriseSunset } from "./sunrise-sunset.ts";

const secondsApart = (at: number | undefined, text: string): number =>
  Math.abs((at ?? Number.NaN) - Date.parse(text)) / 1000;

test("agrees with the SPA reference of Golden on 2015-01-02 within 2 s", () => {
  const times = sunriseSunset(39.742476, -105.1786, dayRange("2015-01-02", "America/Denver"));
  expect(secondsApart(times.sunriseAt, "2015-01-02T07:21:55-07:00")).toBeLessThan(2);
  expect(secondsApart(times.transitAt, "2015-01-02T12:04:45-07:00")).toBeLessThan(2);
  expect(secondsApart(times.sunsetAt, "2015-01-02T16:47:43-07:00")).toBeLessThan(2);
});

test("rises and sets where the sun crosses the horizon, at any place and day", () => {
  const dayMs = 86_400_000;
  const place = {
    latitude: fc.double({ min: -60, max: 60, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    day: fc.integer({ min: 11_000, max: 22_000 }),
  };
  fc.assert(
    fc.property(fc.record(place), ({ latitude, longitude, day }) => {
      const times = sunriseSunset(latitude, longitude, { fromAt: day * dayMs, toAt: (day + 1) * dayMs });
      const { sunriseAt = Number.NaN, transitAt, sunsetAt = Number.NaN } = times;
      const isUp = (at: number) => sunPosition({ latitude, longitude, at }).elevationDeg > -0.8333;
      const sides = [sunriseAt - 10, sunriseAt + 10, sunsetAt - 10, sunsetAt + 10].map(isUp);
      expect(sides).toEqual([false, true, true, false]);
      expect(transitAt - sunriseAt).toBeLessThan(dayMs / 2);
      expect(sunsetAt - transitAt).toBeLessThan(dayMs / 2);
    }),
    { numRuns: 300 },
  );
});

test("has no sunrise and no sunset in polar night and polar day", () => {
  for (const day of ["2026-12-21", "2026-06-21"]) {
    const times = sunriseSunset(69.65, 18.96, dayRange(day, "Europe/Oslo"));
    expect(times.sunriseAt).toBeUndefined();
    expect(times.sunsetAt).toBeUndefined();
    expect(Math.abs(times.transitAt - Date.parse(`${day}T10:44:00Z`))).toBeLessThan(10 * 60_000);
  }
});

test.each(["Pacific/Auckland", "America/Anchorage", "Pacific/Kiritimati", "Asia/Kathmandu"])(
  "keeps the solar noon of every day of a year inside the day: %s",
  (zone) => {
    const longitudes: Record<string, number> = {
      "Pacific/Auckland": 174.76,
      "America/Anchorage": -149.9,
      "Pacific/Kiritimati": -157.4,
      "Asia/Kathmandu": 85.3,
    };
    const longitude = longitudes[zone] as number;
    for (let month = 1; month <= 12; month += 1) {
      const day = dayRange(`2026-${String(month).padStart(2, "0")}-15`, zone);
      const { sunriseAt, transitAt, sunsetAt } = sunriseSunset(30, longitude, day);
      expect(transitAt).toBeGreaterThan(day.fromAt);
      expect(transitAt).toBeLessThan(day.toAt);
      expect(sunriseAt).toBeLessThan(transitAt);
      expect(sunsetAt).toBeGreaterThan(transitAt);
      const atRise = sunPosition({ latitude: 30, longitude, at: sunriseAt ?? Number.NaN });
      expect(atRise.elevationDeg).toBeCloseTo(-0.8333, 3);
    }
  },
);
