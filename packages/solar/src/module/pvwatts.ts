const NOMINAL_REFERENCE_EFFICIENCY = 0.9637;

export interface DcInput {
  /** Irradiance that reaches the cells, in W/m². */
  readonly effectiveWm2: number;
  readonly cellTempC: number;
  readonly ratedPowerW: number;
  /** Change of power per kelvin, e.g. -0.0033. */
  readonly temperatureCoefficient: number;
}

/** DC power in W of modules rated at 1000 W/m² and 25 °C (PVWatts 5, NREL/TP-6A20-62641). */
export function pvwattsDcPower(input: DcInput): number {
  const warmth = 1 + input.temperatureCoefficient * (input.cellTempC - 25);
  return Math.max(input.ratedPowerW * (input.effectiveWm2 / 1000) * warmth, 0);
}

/** AC power in W of an inverter with a DC limit in W and a nominal efficiency (PVWatts 5). */
export function pvwattsAcPower(dcPowerW: number, dcLimitW: number, efficiency = 0.96): number {
  if (dcPowerW <= 0) return 0;
  const load = dcPowerW / dcLimitW;
  const shape = -0.0162 * load - 0.0059 / load + 0.9858;
  const acPowerW = (efficiency / NOMINAL_REFERENCE_EFFICIENCY) * shape * dcPowerW;
  return Math.min(Math.max(acPowerW, 0), efficiency * dcLimitW);
}
