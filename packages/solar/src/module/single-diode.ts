/** The five values of the single diode circuit: A, A, Ω, Ω, V. */
export interface DiodeCircuit {
  readonly photocurrentA: number;
  readonly saturationCurrentA: number;
  readonly seriesOhm: number;
  readonly shuntOhm: number;
  /** Ideality × cells in series × thermal voltage. */
  readonly thermalVoltageV: number;
}

export interface OperatingPoint {
  readonly powerW: number;
  readonly voltageV: number;
  readonly currentA: number;
}

const MAX_STEPS = 100;

/**
 * Root of a rising function between two bounds by Newton's method, halving where a step leaves them.
 * Every unknown below is the voltage over the diode, in which current and terminal voltage are explicit (Bishop 1988).
 */
function solveRising(
  evaluate: (x: number) => readonly [value: number, slope: number],
  bounds: readonly [low: number, high: number],
): number {
  let [low, high] = bounds;
  let x = high;
  for (let step = 0; step < MAX_STEPS && high - low > 1e-12; step += 1) {
    const [value, slope] = evaluate(x);
    if (value > 0) high = x;
    else low = x;
    const newton = x - value / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - x) < 1e-13) return next;
    x = next;
  }
  return x;
}

function currentAt(circuit: DiodeCircuit, diodeV: number): number {
  return (
    circuit.photocurrentA -
    circuit.saturationCurrentA * Math.expm1(diodeV / circuit.thermalVoltageV) -
    diodeV / circuit.shuntOhm
  );
}

/** −dI/dVd: the conductance of diode and shunt. */
function conductanceAt(circuit: DiodeCircuit, diodeV: number): number {
  const { saturationCurrentA, thermalVoltageV, shuntOhm } = circuit;
  return (saturationCurrentA / thermalVoltageV) * Math.exp(diodeV / thermalVoltageV) + 1 / shuntOhm;
}

/** A diode voltage that no operating point up to the terminal voltage exceeds. */
function upperDiodeV(circuit: DiodeCircuit): number {
  const { photocurrentA, saturationCurrentA, thermalVoltageV } = circuit;
  return thermalVoltageV * Math.log1p(photocurrentA / saturationCurrentA);
}

/** Current in A at a terminal voltage ≥ 0 V; negative above open circuit. */
export function currentAtVoltage(circuit: DiodeCircuit, voltageV: number): number {
  const { seriesOhm } = circuit;
  // Above open circuit current flows in and the diode stays below the terminal voltage.
  const high = Math.max(upperDiodeV(circuit), voltageV);
  const diodeV = solveRising(
    (x) => [x - currentAt(circuit, x) * seriesOhm - voltageV, 1 + conductanceAt(circuit, x) * seriesOhm],
    [0, high],
  );
  return currentAt(circuit, diodeV);
}

/** Current in A with the terminals joined. */
export function shortCircuitCurrent(circuit: DiodeCircuit): number {
  return currentAtVoltage(circuit, 0);
}

/** Voltage in V over open terminals. */
export function openCircuitVoltage(circuit: DiodeCircuit): number {
  return solveRising((x) => [-currentAt(circuit, x), conductanceAt(circuit, x)], [0, upperDiodeV(circuit)]);
}

/** The point of the curve with the most power: W, V, A. */
export function maximumPowerPoint(circuit: DiodeCircuit): OperatingPoint {
  const { seriesOhm, saturationCurrentA, thermalVoltageV } = circuit;
  const diodeV = solveRising(
    (x) => {
      const current = currentAt(circuit, x);
      const conductance = conductanceAt(circuit, x);
      const bend = (saturationCurrentA / thermalVoltageV ** 2) * Math.exp(x / thermalVoltageV);
      const voltage = x - current * seriesOhm;
      const voltageSlope = 1 + conductance * seriesOhm;
      return [
        conductance * voltage - current * voltageSlope,
        2 * conductance * voltageSlope + bend * (voltage - current * seriesOhm),
      ];
    },
    [0, openCircuitVoltage(circuit)],
  );
  const currentA = currentAt(circuit, diodeV);
  const voltageV = diodeV - currentA * seriesOhm;
  return { powerW: voltageV * currentA, voltageV, currentA };
}
