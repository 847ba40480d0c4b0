import type { Orientation, Place, SunPosition } from "@heliograph/solar";
import {
  cellTemperatureFaiman,
  decomposeErbs,
  incidenceModifierPhysical,
  planeOfArray,
  pvwattsDcPower,
  skyAt,
} from "@heliograph/solar";
import type { Weather } from "./weather.ts";

/** What arrives on the ground and on each plane at one instant. */
export interface Light {
  readonly sun: SunPosition;
  readonly ghiWm2: number;
  readonly ambientC: number;
  readonly planes: readonly PlaneLight[];
}

export interface PlaneLight {
  /** All irradiance in the plane. */
  readonly totalWm2: number;
  /** Share of it that comes straight from the sun, which a shadow takes away. */
  readonly beamShare: number;
  /** Irradiance that passes the glass. */
  readonly effectiveWm2: number;
  readonly cellC: number;
  /** Power per watt of rated power. */
  readonly yield: number;
}

/** Below this light the electronics sleep. */
const WAKE_WM2 = 8;
const WIND_MS = 1.5;
const TEMPERATURE_COEFFICIENT = -0.0033;
const DARK: PlaneLight = { totalWm2: 0, beamShare: 0, effectiveWm2: 0, cellC: 0, yield: 0 };

/** The light of a place on planes of some orientations; asleep planes yield nothing. */
export function lightAt(place: Place, weather: Weather, planes: readonly Orientation[], at: number): Light {
  const clear = skyAt(place, at);
  const ambientC = weather.ambientCAt(at);
  if (clear.ghiWm2 <= 0) {
    return { sun: clear.sun, ghiWm2: 0, ambientC, planes: planes.map(() => ({ ...DARK, cellC: ambientC })) };
  }
  const ghiWm2 = clear.ghiWm2 * weather.clearSkyIndexAt(at);
  const parts = decomposeErbs(ghiWm2, clear.sun.zenithDeg, clear.extraterrestrialWm2);
  const sky = {
    ghiWm2,
    dniWm2: parts.dniWm2,
    dhiWm2: parts.dhiWm2,
    extraterrestrialWm2: clear.extraterrestrialWm2,
    albedo: 0.2,
  };
  return {
    sun: clear.sun,
    ghiWm2,
    ambientC,
    planes: planes.map((plane) => {
      const light = planeOfArray(plane, clear.sun, sky);
      const reflectedWm2 = light.beamWm2 * (1 - incidenceModifierPhysical(light.incidenceDeg));
      const effectiveWm2 = light.totalWm2 - reflectedWm2;
      if (effectiveWm2 < WAKE_WM2) return { ...DARK, totalWm2: light.totalWm2, cellC: ambientC };
      const cellC = cellTemperatureFaiman({ poaWm2: light.totalWm2, ambientC, windMs: WIND_MS });
      const input = {
        effectiveWm2,
        cellTempC: cellC,
        ratedPowerW: 1,
        temperatureCoefficient: TEMPERATURE_COEFFICIENT,
      };
      const beamShare = light.beamWm2 / light.totalWm2;
      return { totalWm2: light.totalWm2, beamShare, effectiveWm2, cellC, yield: pvwattsDcPower(input) };
    }),
  };
}
