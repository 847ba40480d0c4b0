import { expect, test } from "vitest";
import { expectedPowerW } from "./expected-power.ts";

const golden = { latitude: 39.74, longitude: -105.18, altitudeM: 1830 };
const roof = { tiltDeg: 30, azimuthDeg: 180, ratedPowerW: 400 };
const noon = Date.UTC(2026, 5, 21, 19);

test("gives the rated power at standard conditions in the plane [R1.3]", () => {
  const at25 = { poaWm2: 1000, ambientC: 25 - 1000 / (25 + 6.84), windMs: 1 };
  expect(expectedPowerW({ ...golden, ...roof, at: noon, ...at25 })).toBeCloseTo(400, 9);
});

test("grows with measured irradiance and goes before the clear sky", () => {
  const power = (ghiWm2?: number): number => expectedPowerW({ ...golden, ...roof, at: noon, ghiWm2 });
  expect(power(0)).toBe(0);
  expect(power(200)).toBeGreaterThan(40);
  expect(power(200)).toBeLessThan(120);
  expect(power(600)).toBeGreaterThan(power(200));
  expect(power(1000)).toBeGreaterThan(power(600));
  expect(power()).toBeGreaterThan(0.7 * 400);
  expect(power()).toBeLessThan(1.1 * 400);
});

test("takes irradiance in the plane before irradiance on level ground", () => {
  const both = expectedPowerW({ ...golden, ...roof, at: noon, poaWm2: 500, ghiWm2: 1000 });
  expect(both).toBe(expectedPowerW({ ...golden, ...roof, at: noon, poaWm2: 500 }));
});

test("is zero at night, whatever a sensor's offset says", () => {
  const midnight = Date.UTC(2026, 5, 21, 7);
  expect(expectedPowerW({ ...golden, ...roof, at: midnight })).toBe(0);
  expect(expectedPowerW({ ...golden, ...roof, at: midnight, ghiWm2: 3 })).toBe(0);
  expect(expectedPowerW({ ...golden, ...roof, at: midnight, poaWm2: -2 })).toBe(0);
});

test("falls with heat by the temperature coefficient and with losses by their share", () => {
  const input = { ...golden, ...roof, at: noon, poaWm2: 800 };
  const [cool, hot] = [
    expectedPowerW({ ...input, ambientC: 10 }),
    expectedPowerW({ ...input, ambientC: 30 }),
  ];
  expect((cool - hot) / (400 * 0.8)).toBeCloseTo(20 * 0.0033, 9);
  expect(expectedPowerW({ ...input, lossFraction: 0.1 })).toBeCloseTo(0.9 * expectedPowerW(input), 9);
});

test("loses beam at the glass when the sun is low, hardly any when it is high", () => {
  // A level plane receives exactly the global irradiance, so only the glass differs.
  const level = { ...golden, ...roof, tiltDeg: 0 };
  const passed = (at: number, irradianceWm2: number): number =>
    expectedPowerW({ ...level, at, ghiWm2: irradianceWm2 }) /
    expectedPowerW({ ...level, at, poaWm2: irradianceWm2 });
  expect(passed(noon, 1000)).toBeGreaterThan(0.995);
  expect(passed(Date.UTC(2026, 5, 21, 13), 240)).toBeGreaterThan(0.8);
  expect(passed(Date.UTC(2026, 5, 21, 13), 240)).toBeLessThan(0.95);
});

test("follows the sun: an east roof leads in the morning, a west roof in the evening", () => {
  const power = (azimuthDeg: number, hourUtc: number): number =>
    expectedPowerW({ ...golden, ...roof, azimuthDeg, at: Date.UTC(2026, 5, 21, hourUtc) });
  expect(power(90, 14)).toBeGreaterThan(1.5 * power(270, 14));
  expect(power(270, 24)).toBeGreaterThan(1.5 * power(90, 24));
});
