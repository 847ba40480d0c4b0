import type { DiodeCircuit, OperatingPoint } from "./single-diode.ts";
import { maximumPowerPoint } from "./single-diode.ts";

const KELVIN = 273.15;
const REFERENCE_K = 25 + KELVIN;
const BOLTZMANN_EV_PER_K = 8.617333e-5;
// Silicon: band gap at 25 °C and its relative change per kelvin (De Soto 2006).
const BAND_GAP_EV = 1.121;
const BAND_GAP_PER_K = -0.0002677;

// A present-day 60-cell module of mono silicon: about 42 V open, 35 V at full power, -0.33 %/K.
const REFERENCE: DiodeCircuit = {
  photocurrentA: 11.5,
  saturationCurrentA: 1.39e-11,
  seriesOhm: 0.2,
  shuntOhm: 400,
  thermalVoltageV: 1.5416,
};
const CURRENT_GAIN_A_PER_K = 11.5 * 0.0005;
const REFERENCE_POWER_W = maximumPowerPoint(REFERENCE).powerW;

/** The reference circuit at an irradiance and a cell temperature (De Soto 2006). */
function circuitAt(irradianceWm2: number, cellTempC: number): DiodeCircuit {
  const kelvin = cellTempC + KELVIN;
  const suns = irradianceWm2 / 1000;
  const gap = BAND_GAP_EV * (1 + BAND_GAP_PER_K * (kelvin - REFERENCE_K));
  const activation = BAND_GAP_EV / (BOLTZMANN_EV_PER_K * REFERENCE_K) - gap / (BOLTZMANN_EV_PER_K * kelvin);
  return {
    photocurrentA: suns * (REFERENCE.photocurrentA + CURRENT_GAIN_A_PER_K * (kelvin - REFERENCE_K)),
    saturationCurrentA: REFERENCE.saturationCurrentA * (kelvin / REFERENCE_K) ** 3 * Math.exp(activation),
    seriesOhm: REFERENCE.seriesOhm,
    shuntOhm: REFERENCE.shuntOhm / suns,
    thermalVoltageV: (REFERENCE.thermalVoltageV * kelvin) / REFERENCE_K,
  };
}

export interface ModuleConditions {
  /** Rated power in W at 1000 W/m² and 25 °C. */
  readonly ratedPowerW: number;
  readonly irradianceWm2: number;
  readonly cellTempC: number;
}

/** Maximum power point in W, V, A of a silicon module of any rating; the rating sets the current, not the voltage. */
export function moduleOperatingPoint(conditions: ModuleConditions): OperatingPoint {
  if (!(conditions.irradianceWm2 > 0)) return { powerW: 0, voltageV: 0, currentA: 0 };
  const point = maximumPowerPoint(circuitAt(conditions.irradianceWm2, conditions.cellTempC));
  const scale = conditions.ratedPowerW / REFERENCE_POWER_W;
  return {
    powerW: point.powerW * scale,
    voltageV: point.voltageV,
    currentA: point.currentA * scale,
  };
}
