import { clamp, cosDeg, sinDeg, toDegrees } from "../angles.ts";
import type { Irradiance } from "./clear-sky.ts";

/** Orientation of a surface in degrees: tilt from horizontal, azimuth from north, clockwise. */
export interface Orientation {
  readonly tiltDeg: number;
  readonly azimuthDeg: number;
}

/** Direction of the sun in degrees: zenith angle, azimuth from north, clockwise. */
export interface SunDirection {
  readonly zenithDeg: number;
  readonly azimuthDeg: number;
}

/** Parts of the irradiance on a tilted surface in W/m², and the incidence angle of the beam in degrees. */
export interface PlaneIrradiance {
  readonly beamWm2: number;
  readonly skyDiffuseWm2: number;
  readonly groundWm2: number;
  readonly totalWm2: number;
  readonly incidenceDeg: number;
}

// Below one degree of elevation the ratio of tilted to horizontal beam grows without bound.
const MIN_COS_ZENITH = 0.01745;

function cosIncidence(plane: Orientation, sun: SunDirection): number {
  return clamp(
    cosDeg(plane.tiltDeg) * cosDeg(sun.zenithDeg) +
      sinDeg(plane.tiltDeg) * sinDeg(sun.zenithDeg) * cosDeg(sun.azimuthDeg - plane.azimuthDeg),
    -1,
    1,
  );
}

/** Angle in degrees between the sun and the surface's normal; above 90 the sun is behind it. */
export function incidenceAngle(plane: Orientation, sun: SunDirection): number {
  return toDegrees(Math.acos(cosIncidence(plane, sun)));
}

/** Sky diffuse W/m² on a tilted surface under an even sky. */
export function skyDiffuseIsotropic(tiltDeg: number, dhiWm2: number): number {
  return (dhiWm2 * (1 + cosDeg(tiltDeg))) / 2;
}

/** Sky diffuse W/m² on a tilted surface, brighter around the sun (Hay and Davies 1980). */
export function skyDiffuseHayDavies(
  plane: Orientation,
  sun: SunDirection,
  sky: Pick<Irradiance, "dniWm2" | "dhiWm2"> & { readonly extraterrestrialWm2: number },
): number {
  const anisotropy = sky.dniWm2 / sky.extraterrestrialWm2;
  const beamRatio = Math.max(cosIncidence(plane, sun), 0) / Math.max(cosDeg(sun.zenithDeg), MIN_COS_ZENITH);
  const even = skyDiffuseIsotropic(plane.tiltDeg, sky.dhiWm2) * (1 - anisotropy);
  return Math.max(even, 0) + sky.dhiWm2 * anisotropy * beamRatio;
}

/** W/m² that the ground reflects onto a tilted surface. */
export function groundReflection(tiltDeg: number, ghiWm2: number, albedo: number): number {
  return (ghiWm2 * albedo * (1 - cosDeg(tiltDeg))) / 2;
}

/** Irradiance on a tilted surface from horizontal and beam irradiance (Hay-Davies sky). */
export function planeOfArray(
  plane: Orientation,
  sun: SunDirection,
  sky: Irradiance & { readonly extraterrestrialWm2: number; readonly albedo: number },
): PlaneIrradiance {
  const cosine = cosIncidence(plane, sun);
  const beamWm2 = sky.dniWm2 * Math.max(cosine, 0);
  const skyDiffuseWm2 = skyDiffuseHayDavies(plane, sun, sky);
  const groundWm2 = groundReflection(plane.tiltDeg, sky.ghiWm2, sky.albedo);
  return {
    beamWm2,
    skyDiffuseWm2,
    groundWm2,
    totalWm2: beamWm2 + skyDiffuseWm2 + groundWm2,
    incidenceDeg: toDegrees(Math.acos(cosine)),
  };
}
