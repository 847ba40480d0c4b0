import type { SampleRow } from "@heliograph/protocol";
import { UNIT_STATUS } from "@heliograph/protocol";
import { moduleOperatingPoint } from "@heliograph/solar";
import type { Fault, Site, SiteGateway } from "../fleet.ts";
import { isActive, isHit, isPlaced } from "./fault-rules.ts";
import { createRandom, gaussian, mixSeed } from "./random.ts";
import type { RoofModule, RoofString } from "./roof.ts";
import type { RoofPhysics, RoofState } from "./roof-physics.ts";
import { OPTIMIZER_EFFICIENCY } from "./roof-physics.ts";

/** Samples of one kind of units, all of one instant: 0 the gateway, 1 optimizers, 2 strings, 3 shutdown switches. */
export interface Report {
  readonly table: number;
  readonly rows: SampleRow[];
}

/** Input an inverter holds per module of the string it is fed by. */
const VOLTS_PER_MODULE = 33;
const LARGEST_OUTPUT_V = 60;
/** An open unit lets a trickle through, so that its output can be proven dead. */
const OPEN_OUTPUT_V = 0.6;
const OPEN_CIRCUIT_RATIO = 1.22;
/** With this much of its light gone, one of a module's three bypass diodes conducts. */
const BYPASS_BELOW = 0.7;

/** Converts the state of a roof into the samples its gateway receives. */
export function createReporter(options: {
  site: Site;
  gateway: SiteGateway;
  physics: RoofPhysics;
  seed: number;
}) {
  const { site, gateway, physics, seed } = options;
  const { roof } = physics;
  const faults = site.faults.filter(isPlaced);
  let wasLit = false;
  const signalOf = roof.modules.map(({ row, column }) => -58 - Math.min(row * 0.8 + column * 0.35, 24));
  const signal = (index: number, unit: number, at: number): number =>
    signalOf[index]! + gaussian(createRandom(mixSeed(seed, unit, at / 1000, 7))) * 2;

  function isStruck(kind: Fault["kind"], module: RoofModule, at: number): boolean {
    return faults.some(
      (fault) => fault.kind === kind && isHit(fault, module) && isActive(fault, at, site.longitude),
    );
  }

  function isReporting(module: RoofModule, unit: number, at: number): boolean {
    if (isStruck("dead-unit", module, at)) return false;
    return !faults.some(
      (fault) =>
        fault.kind === "radio-loss" &&
        isHit(fault, module) &&
        isActive(fault, at, site.longitude) &&
        createRandom(mixSeed(seed, unit, at / 1000, 5))() < fault.share,
    );
  }

  function voltagesOf(state: RoofState): number[] {
    return state.light.planes.map(({ effectiveWm2, cellC }) =>
      effectiveWm2 > 0
        ? moduleOperatingPoint({ ratedPowerW: 400, irradianceWm2: effectiveWm2, cellTempC: cellC }).voltageV
        : 0,
    );
  }

  function moduleStatus(module: RoofModule, isOpen: boolean, at: number): number {
    if (isStruck("unit-fault", module, at)) return UNIT_STATUS.fault;
    return isOpen ? UNIT_STATUS.standby : UNIT_STATUS.mppt;
  }

  function sampleModule(state: RoofState, index: number, volts: number, stringA: number) {
    const module = roof.modules[index]!;
    const plane = state.light.planes[state.planeOf[index]!]!;
    const [powerW, share] = [state.powerW[index]!, state.lightShare[index]!];
    const isOpen = physics.isOpen(index, state.at);
    const atPowerPointV = volts * (share < BYPASS_BELOW ? 2 / 3 : 1);
    const vi = powerW > 0 ? atPowerPointV : atPowerPointV * OPEN_CIRCUIT_RATIO;
    // At its output limit an optimizer gives its power at less than the string's current.
    const vo = powerW > 0 ? Math.min(powerW / stringA, LARGEST_OUTPUT_V) : OPEN_OUTPUT_V * Math.sign(vi);
    const heatK = (plane.cellC - state.light.ambientC) * 0.7 * share + powerW * 0.01;
    const isAwake = plane.effectiveWm2 > 0;
    return {
      vi,
      ii: vi > 0 ? powerW / OPTIMIZER_EFFICIENCY / vi : 0,
      vo: module.array.moduleDevice === "RSD" && !isOpen ? vi : vo,
      io: powerW > 0 ? powerW / vo : 0,
      tp: state.light.ambientC + heatK,
      eh: state.counterWh[index]!,
      rs: signal(index, module.unit!, state.at),
      st: isAwake ? moduleStatus(module, isOpen, state.at) : UNIT_STATUS.sleeping,
      sw: isOpen ? 0 : 1,
    };
  }

  function moduleRows(state: RoofState, volts: readonly number[], kind: "OPT" | "RSD"): SampleRow[] {
    const stringA = roof.strings.map(
      ({ modules }) =>
        modules.reduce((sum, index) => sum + state.powerW[index]!, 0) / (modules.length * VOLTS_PER_MODULE),
    );
    return roof.modules.flatMap((module, index) => {
      const { unit, array, stringIndex } = module;
      if (unit === undefined || array.moduleDevice !== kind || !isReporting(module, unit, state.at))
        return [];
      const values = sampleModule(state, index, volts[state.planeOf[index]!]!, stringA[stringIndex]!);
      return [{ unit, at: state.at, values }];
    });
  }

  function sampleString(state: RoofState, volts: readonly number[], { array, modules }: RoofString) {
    let powerW = 0;
    let counterWh = 0;
    for (const index of modules) {
      powerW += state.powerW[index]!;
      counterWh += state.counterWh[index]!;
    }
    const plane = state.planeOf[modules[0]!]!;
    const isAwake = state.light.planes[plane]!.effectiveWm2 > 0;
    const isBlown = isStruck("string-down", roof.modules[modules[0]!]!, state.at);
    const perModuleV = array.moduleDevice === "OPT" ? VOLTS_PER_MODULE : volts[plane]!;
    const vi = isAwake ? modules.length * perModuleV : 0;
    const awakeStatus = isBlown ? UNIT_STATUS.fault : UNIT_STATUS.mppt;
    return {
      vi,
      ii: vi > 0 ? powerW / vi : 0,
      tp: state.light.ambientC + Math.min(powerW / 500, 15),
      eh: counterWh,
      st: isAwake ? awakeStatus : UNIT_STATUS.sleeping,
    };
  }

  function stringRows(state: RoofState, volts: readonly number[]): SampleRow[] {
    return roof.strings.flatMap((string) =>
      string.unit === undefined
        ? []
        : [{ unit: string.unit, at: state.at, values: sampleString(state, volts, string) }],
    );
  }

  function gatewayRow(state: RoofState): SampleRow {
    const values = {
      ...(gateway.acMeter && { pa: state.acPowerW, ea: state.acCounterWh }),
      ...(gateway.pyranometer && { gi: state.light.planes[0]!.totalWm2 }),
      ta: state.light.ambientC,
    };
    return { unit: 0, at: state.at, values };
  }

  return {
    /**
     * The reports of an instant. In the dark units sleep: they report it once and send nothing until the morning, unless a
     * command woke them up.
     */
    reportsAt(at: number, areAwake = false): Report[] {
      const state = physics.stateAt(at);
      const isLit = state.light.planes.some(({ effectiveWm2 }) => effectiveWm2 > 0);
      const reports: Report[] = [{ table: 0, rows: [gatewayRow(state)] }];
      if (isLit || wasLit || areAwake) {
        const volts = voltagesOf(state);
        reports.push({ table: 1, rows: moduleRows(state, volts, "OPT") });
        reports.push({ table: 2, rows: stringRows(state, volts) });
        reports.push({ table: 3, rows: moduleRows(state, volts, "RSD") });
      }
      wasLit = isLit;
      return reports.filter(({ rows }) => rows.length > 0);
    },
  };
}
