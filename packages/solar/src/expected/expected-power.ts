import type { Orientation } from "../irradiance/plane-of-array.ts";
import { planeOfArray } from "../irradiance/plane-of-array.ts";
import { cellTemperatureFaiman } from "../module/cell-temperature.ts";
import { incidenceModifierPhysical } from "../module/incidence-modifier.ts";
import { pvwattsDcPower } from "../module/pvwatts.ts";
import type { Place, Sky } from "./sky.ts";
import { skyAt } from "./sky.ts";

/** Assumptions about modules and air; each has a default. */
export interface PowerAssumptions {
  /** Ambient temperature in °C; 20. */
  readonly ambientC?: number;
  /** Wind in m/s; 1. */
  readonly windMs?: number;
  /** Share of light that the ground reflects (albedo); 0.2. */
  readonly albedo?: number;
  /** Change of power per kelvin; -0.0033, mono silicon. */
  readonly temperatureCoefficient?: number;
  /** Share of power lost to dirt, cables and mismatch; 0, as the level that counts is not known here. */
  readonly lossFraction?: number;
}

export interface ExpectedPowerInput extends Place, Orientation, PowerAssumptions {
  /** UTC ms. */
  readonly at: number;
  /** Rated DC power in W at 1000 W/m² and 25 °C. */
  readonly ratedPowerW: number;
  /** Measured global horizontal irradiance; clear sky when neither this nor poaWm2 is given. */
  readonly ghiWm2?: number;
  /** Measured irradiance in the plane of the modules; goes before ghiWm2. */
  readonly poaWm2?: number;
}

/** DC power in W of modules when their plane receives poaWm2, of which effectiveWm2 pass the glass. */
function powerFromPlane(
  light: { readonly poaWm2: number; readonly effectiveWm2: number },
  ratedPowerW: number,
  assumptions: PowerAssumptions,
): number {
  const { ambientC = 20, windMs = 1, temperatureCoefficient = -0.0033 } = assumptions;
  const dcPowerW = pvwattsDcPower({
    effectiveWm2: light.effectiveWm2,
    cellTempC: cellTemperatureFaiman({ poaWm2: light.poaWm2, ambientC, windMs }),
    ratedPowerW,
    temperatureCoefficient,
  });
  return dcPowerW * (1 - (assumptions.lossFraction ?? 0));
}

/** Expected DC power in W of modules of one orientation under a sky. */
export function powerUnderSky(
  sky: Sky,
  array: Orientation & { readonly ratedPowerW: number },
  assumptions: PowerAssumptions,
): number {
  if (sky.ghiWm2 <= 0) return 0;
  const plane = planeOfArray(array, sky.sun, { ...sky, albedo: assumptions.albedo ?? 0.2 });
  const reflectedWm2 = plane.beamWm2 * (1 - incidenceModifierPhysical(plane.incidenceDeg));
  const light = { poaWm2: plane.totalWm2, effectiveWm2: plane.totalWm2 - reflectedWm2 };
  return powerFromPlane(light, array.ratedPowerW, assumptions);
}

/** Expected DC power in W from irradiance measured in the plane or on level ground, else from a clear sky. [R1.3] */
export function expectedPowerW(input: ExpectedPowerInput): number {
  if (input.poaWm2 !== undefined) {
    const poaWm2 = Math.max(input.poaWm2, 0);
    return powerFromPlane({ poaWm2, effectiveWm2: poaWm2 }, input.ratedPowerW, input);
  }
  return powerUnderSky(skyAt(input, input.at, input.ghiWm2), input, input);
}
