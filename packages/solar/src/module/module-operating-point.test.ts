import { expect, test } from "vitest";
import { moduleOperatingPoint } from "./module-operating-point.ts";

const at = (irradianceWm2: number, cellTempC: number, ratedPowerW = 400) =>
  moduleOperatingPoint({ ratedPowerW, irradianceWm2, cellTempC });

test("gives the rated power at 1000 W/m² and 25 °C for any rating, at one voltage", () => {
  for (const ratedPowerW of [60, 400, 720]) {
    const point = at(1000, 25, ratedPowerW);
    expect(point.powerW).toBeCloseTo(ratedPowerW, 9);
    expect(point.voltageV).toBeCloseTo(at(1000, 25).voltageV, 9);
    expect(point.voltageV * point.currentA).toBeCloseTo(point.powerW, 9);
  }
});

test("loses 0.30 to 0.36 % of power and about 0.3 % of voltage per kelvin", () => {
  const [cool, hot] = [at(1000, 25), at(1000, 65)];
  const powerPerK = (hot.powerW / cool.powerW - 1) / 40;
  expect(powerPerK).toBeGreaterThan(-0.0036);
  expect(powerPerK).toBeLessThan(-0.003);
  const voltagePerK = (hot.voltageV / cool.voltageV - 1) / 40;
  expect(voltagePerK).toBeGreaterThan(-0.005);
  expect(voltagePerK).toBeLessThan(-0.0025);
});

test("keeps its voltage and most of its efficiency in weak light", () => {
  const [full, weak] = [at(1000, 25), at(200, 25)];
  expect(weak.powerW / (0.2 * full.powerW)).toBeGreaterThan(0.94);
  expect(weak.powerW / (0.2 * full.powerW)).toBeLessThan(1);
  expect(at(50, 25).powerW / (0.05 * full.powerW)).toBeGreaterThan(0.9);
  expect(weak.voltageV / full.voltageV).toBeGreaterThan(0.93);
  expect(weak.currentA / full.currentA).toBeCloseTo(0.2, 1);
});

test("rests without light, and on a reading below zero or missing", () => {
  for (const irradianceWm2 of [0, -2, Number.NaN]) {
    expect(at(irradianceWm2, 10)).toEqual({ powerW: 0, voltageV: 0, currentA: 0 });
  }
});
