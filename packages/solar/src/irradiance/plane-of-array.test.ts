import { expect, test } from "vitest";
import {
  groundReflection,
  incidenceAngle,
  planeOfArray,
  skyDiffuseHayDavies,
  skyDiffuseIsotropic,
} from "./plane-of-array.ts";

const south40 = { tiltDeg: 40, azimuthDeg: 180 };
const sun = { zenithDeg: 10.56413562, azimuthDeg: 144.76567754 };

test("gives the isotropic sky and ground references within 1e-6 W/m²", () => {
  expect(skyDiffuseIsotropic(40, 100)).toBeCloseTo(88.302222, 6);
  expect(groundReflection(40, 900, 0.25)).toBeCloseTo(26.32, 6);
});

test("gives the Hay-Davies reference within 0.0001 W/m²", () => {
  const diffuseWm2 = skyDiffuseHayDavies(south40, sun, {
    dhiWm2: 118.45831879,
    dniWm2: 939.95469881,
    extraterrestrialWm2: 1321.1655834833,
  });
  expect(Math.abs(diffuseWm2 - 102.9949)).toBeLessThan(0.0001);
});

test("measures incidence from the surface's normal", () => {
  expect(incidenceAngle({ tiltDeg: 0, azimuthDeg: 90 }, { zenithDeg: 35, azimuthDeg: 200 })).toBeCloseTo(35);
  expect(incidenceAngle(south40, { zenithDeg: 40, azimuthDeg: 180 })).toBeCloseTo(0, 5);
  expect(incidenceAngle(south40, { zenithDeg: 60, azimuthDeg: 0 })).toBeCloseTo(100);
});

test("gives a level surface exactly the global irradiance", () => {
  const [dniWm2, dhiWm2] = [700, 150];
  const ghiWm2 = dniWm2 * Math.cos((50 * Math.PI) / 180) + dhiWm2;
  const plane = planeOfArray(
    { tiltDeg: 0, azimuthDeg: 0 },
    { zenithDeg: 50, azimuthDeg: 170 },
    {
      ghiWm2,
      dniWm2,
      dhiWm2,
      extraterrestrialWm2: 1380,
      albedo: 0.3,
    },
  );
  expect(plane.totalWm2).toBeCloseTo(ghiWm2, 9);
  expect(plane.groundWm2).toBe(0);
});

test("gives a surface no beam when the sun is behind it", () => {
  const sky = { ghiWm2: 500, dniWm2: 800, dhiWm2: 100, extraterrestrialWm2: 1380, albedo: 0.2 };
  const plane = planeOfArray({ tiltDeg: 90, azimuthDeg: 0 }, { zenithDeg: 60, azimuthDeg: 180 }, sky);
  expect(plane.beamWm2).toBe(0);
  expect(plane.skyDiffuseWm2).toBeGreaterThan(0);
  expect(plane.totalWm2).toBeCloseTo(plane.skyDiffuseWm2 + 50);
});
