import {
  absoluteAirMass,
  dayOfYear,
  extraterrestrialIrradiance,
  pressureAtAltitude,
  relativeAirMass,
} from "../irradiance/atmosphere.ts";
import type { Irradiance } from "../irradiance/clear-sky.ts";
import { clearSkyIneichen, DARK } from "../irradiance/clear-sky.ts";
import { decomposeErbs } from "../irradiance/erbs.ts";
import type { SunPosition } from "../sun/sun-position.ts";
import { sunPosition } from "../sun/sun-position.ts";

/** A place on Earth: degrees north and east, metres, and the haze over it. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitudeM?: number;
  /** Linke turbidity of the clear sky; 3 when absent. */
  readonly linkeTurbidity?: number;
}

/** The sun and the irradiance on level ground at one instant. */
export interface Sky extends Irradiance {
  readonly sun: SunPosition;
  readonly extraterrestrialWm2: number;
}

function clearSkyBelow(sun: SunPosition, place: Place, extraterrestrialWm2: number): Irradiance {
  const { altitudeM = 0, linkeTurbidity = 3 } = place;
  return clearSkyIneichen({
    apparentZenithDeg: sun.apparentZenithDeg,
    absoluteAirMass: absoluteAirMass(relativeAirMass(sun.apparentZenithDeg), pressureAtAltitude(altitudeM)),
    linkeTurbidity,
    altitudeM,
    extraterrestrialWm2,
  });
}

/** The sky over a place at a UTC instant in ms: from measured global horizontal W/m², else clear. */
export function skyAt(place: Place, at: number, measuredGhiWm2?: number): Sky {
  const { latitude, longitude, altitudeM = 0 } = place;
  const sun = sunPosition({ latitude, longitude, at, altitudeM });
  const extraterrestrialWm2 = extraterrestrialIrradiance(dayOfYear(at));
  if (sun.apparentElevationDeg <= 0) return { ...DARK, sun, extraterrestrialWm2 };
  const irradiance =
    measuredGhiWm2 === undefined
      ? clearSkyBelow(sun, place, extraterrestrialWm2)
      : decomposeErbs(measuredGhiWm2, sun.zenithDeg, extraterrestrialWm2);
  const { ghiWm2, dniWm2, dhiWm2 } = irradiance;
  return { ghiWm2, dniWm2, dhiWm2, sun, extraterrestrialWm2 };
}
