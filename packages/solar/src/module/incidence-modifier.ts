import { cosDeg, toRadians } from "../angles.ts";

/** Glass of a module: refractive index, extinction in 1/m, thickness in m. */
export interface Glazing {
  readonly refractiveIndex: number;
  readonly extinctionPerM: number;
  readonly thicknessM: number;
}

const COMMON_GLASS: Glazing = { refractiveIndex: 1.526, extinctionPerM: 4, thicknessM: 0.002 };

function transmittance(incidence: number, glass: Glazing): number {
  const refracted = Math.asin(Math.sin(incidence) / glass.refractiveIndex);
  const path = Math.exp((-glass.extinctionPerM * glass.thicknessM) / Math.cos(refracted));
  const difference = refracted - incidence;
  const sum = refracted + incidence;
  const reflected =
    (Math.sin(difference) ** 2 / Math.sin(sum) ** 2 + Math.tan(difference) ** 2 / Math.tan(sum) ** 2) / 2;
  return path * (1 - reflected);
}

/** Share of the beam that passes the glass at an incidence angle in degrees, 1 at 0° (De Soto 2006). */
export function incidenceModifierPhysical(incidenceDeg: number, glass = COMMON_GLASS): number {
  const angle = Math.abs(incidenceDeg);
  if (angle >= 90) return 0;
  const normalReflection = ((glass.refractiveIndex - 1) / (glass.refractiveIndex + 1)) ** 2;
  const normal = Math.exp(-glass.extinctionPerM * glass.thicknessM) * (1 - normalReflection);
  // The angular formula divides by zero at normal incidence.
  return angle < 1e-4 ? 1 : transmittance(toRadians(angle), glass) / normal;
}

/** Share of the beam at an incidence angle in degrees, one coefficient (ASHRAE 93). */
export function incidenceModifierAshrae(incidenceDeg: number, b = 0.05): number {
  if (Math.abs(incidenceDeg) >= 90) return 0;
  return Math.max(1 - b * (1 / cosDeg(incidenceDeg) - 1), 0);
}

/** Share of the beam at an incidence angle in degrees, one angular loss coefficient (Martin and Ruiz 2001). */
export function incidenceModifierMartinRuiz(incidenceDeg: number, angularLoss = 0.16): number {
  if (Math.abs(incidenceDeg) >= 90) return 0;
  return (1 - Math.exp(-cosDeg(incidenceDeg) / angularLoss)) / (1 - Math.exp(-1 / angularLoss));
}
