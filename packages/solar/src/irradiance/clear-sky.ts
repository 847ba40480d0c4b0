import { cosDeg } from "../angles.ts";

/** Irradiance on the ground in W/m²: global and diffuse horizontal, direct normal. */
export interface Irradiance {
  readonly ghiWm2: number;
  readonly dniWm2: number;
  readonly dhiWm2: number;
}

export interface ClearSkyInput {
  readonly apparentZenithDeg: number;
  /** Air mass corrected for pressure. */
  readonly absoluteAirMass: number;
  readonly linkeTurbidity?: number;
  readonly altitudeM?: number;
  readonly extraterrestrialWm2?: number;
}

export const DARK: Irradiance = { ghiWm2: 0, dniWm2: 0, dhiWm2: 0 };

/** Clear sky irradiance in W/m² (Ineichen and Perez 2002); dark when the sun is below the horizon. */
export function clearSkyIneichen(input: ClearSkyInput): Irradiance {
  const { apparentZenithDeg, absoluteAirMass: airMass } = input;
  const { linkeTurbidity = 3, altitudeM = 0, extraterrestrialWm2 = 1364 } = input;
  if (apparentZenithDeg >= 90) return DARK;
  const cosZenith = cosDeg(apparentZenithDeg);
  const fh1 = Math.exp(-altitudeM / 8000);
  const fh2 = Math.exp(-altitudeM / 1250);
  const cg1 = 5.09e-5 * altitudeM + 0.868;
  const cg2 = 3.92e-5 * altitudeM + 0.0387;
  const path = cg2 * airMass * (fh1 + fh2 * (linkeTurbidity - 1));
  const ghiWm2 = cg1 * extraterrestrialWm2 * cosZenith * Math.exp(-path);

  const beam = (0.664 + 0.163 / fh1) * Math.exp(-0.09 * airMass * (linkeTurbidity - 1));
  const minShare = 1 - (0.1 - 0.2 * Math.exp(-linkeTurbidity)) / (0.1 + 0.882 / fh1);
  const dniWm2 = Math.min(beam * extraterrestrialWm2, (Math.max(minShare, 0) * ghiWm2) / cosZenith);
  return { ghiWm2, dniWm2, dhiWm2: ghiWm2 - dniWm2 * cosZenith };
}
