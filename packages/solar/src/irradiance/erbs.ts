import { clamp, cosDeg } from "../angles.ts";
import type { Irradiance } from "./clear-sky.ts";

// Near the horizon a small error of the cosine would make an absurd beam.
const MAX_BEAM_ZENITH_DEG = 87;
const MIN_COS_ZENITH = 0.065;

function diffuseFraction(clearness: number): number {
  if (clearness <= 0.22) return 1 - 0.09 * clearness;
  if (clearness > 0.8) return 0.165;
  return (
    0.9511 - 0.1604 * clearness + 4.388 * clearness ** 2 - 16.638 * clearness ** 3 + 12.336 * clearness ** 4
  );
}

/** Splits global horizontal W/m² into beam and diffuse by the clearness index (Erbs 1982). */
export function decomposeErbs(
  ghiWm2: number,
  zenithDeg: number,
  extraterrestrialWm2: number,
): Irradiance & { readonly clearness: number } {
  const ghi = Math.max(ghiWm2, 0);
  const cosZenith = cosDeg(zenithDeg);
  const clearness = clamp(ghi / (extraterrestrialWm2 * Math.max(cosZenith, MIN_COS_ZENITH)), 0, 1);
  if (zenithDeg > MAX_BEAM_ZENITH_DEG) return { ghiWm2: ghi, dniWm2: 0, dhiWm2: ghi, clearness };
  const dhiWm2 = ghi * diffuseFraction(clearness);
  return { ghiWm2: ghi, dniWm2: (ghi - dhiWm2) / cosZenith, dhiWm2, clearness };
}
