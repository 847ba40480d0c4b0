import { expect, test } from "vitest";
import { extraterrestrialIrradiance } from "./atmosphere.ts";
import { decomposeErbs } from "./erbs.ts";

const newYear = extraterrestrialIrradiance(1);

test("splits 1000 W/m² on day 1 as the reference within 0.001 W/m² and 1e-6", () => {
  const sky = decomposeErbs(1000, 10, newYear);
  expect(Math.abs(sky.dniWm2 - 794.206)).toBeLessThan(0.001);
  expect(sky.clearness).toBeCloseTo(0.718133, 6);
});

test.each([
  [0, 1],
  [0.1, 0.991],
  [0.22, 0.9802],
  [0.8, 0.165],
  [0.95, 0.165],
])("takes the published diffuse share at clearness %d within 0.002", (clearness, share) => {
  const ghiWm2 = clearness * newYear;
  const { dhiWm2 } = decomposeErbs(ghiWm2, 0, newYear);
  expect(Math.abs(dhiWm2 - share * ghiWm2)).toBeLessThanOrEqual(0.002 * ghiWm2);
});

test("keeps beam and diffuse equal to the global irradiance", () => {
  for (const ghiWm2 of [0, 50, 200, 500, 900, 1300]) {
    for (const zenithDeg of [0, 30, 60, 80, 86]) {
      const sky = decomposeErbs(ghiWm2, zenithDeg, newYear);
      const sum = sky.dniWm2 * Math.cos((zenithDeg * Math.PI) / 180) + sky.dhiWm2;
      expect(sum).toBeCloseTo(ghiWm2, 9);
      expect(sky.dniWm2).toBeGreaterThanOrEqual(0);
    }
  }
});

test("calls everything diffuse near and below the horizon, and nothing negative", () => {
  expect(decomposeErbs(40, 88, newYear)).toMatchObject({ dniWm2: 0, dhiWm2: 40 });
  expect(decomposeErbs(2, 95, newYear)).toMatchObject({ dniWm2: 0, dhiWm2: 2 });
  expect(decomposeErbs(-3, 50, newYear)).toMatchObject({ ghiWm2: 0, dniWm2: 0, dhiWm2: 0 });
});
