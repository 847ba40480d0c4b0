import { expect, test } from "vitest";
import { cellTemperatureFaiman, cellTemperatureRoss, sapmTemperatures } from "./cell-temperature.ts";

const weather = { poaWm2: 900, ambientC: 20, windMs: 5 };

test("gives the SAPM reference of cell and module within 0.001 K", () => {
  const { cellC, moduleC } = sapmTemperatures(weather, { a: -3.47, b: -0.0594, cellAboveModuleK: 3 });
  expect(Math.abs(cellC - 43.509)).toBeLessThan(0.001);
  expect(Math.abs(moduleC - 40.809)).toBeLessThan(0.001);
});

test("gives the Faiman reference within 0.001 K", () => {
  expect(Math.abs(cellTemperatureFaiman(weather, 25, 6.84) - 35.203)).toBeLessThan(0.001);
});

test("gives the Ross reference", () => {
  expect(cellTemperatureRoss(1000, 30, 50)).toBeCloseTo(67.5, 9);
});
