import type { Orientation } from "@heliograph/solar";
import { pvwattsAcPower } from "@heliograph/solar";
import type { Site, SiteGateway } from "../fleet.ts";
import { isActive, isHit, isPlaced } from "./fault-rules.ts";
import type { KeepAlive } from "./keep-alive.ts";
import { createKeepAliveLines } from "./keep-alive.ts";
import type { Light } from "./light.ts";
import { lightAt } from "./light.ts";
import type { Roof } from "./roof.ts";
import { layOutRoof } from "./roof.ts";
import type { Weather } from "./weather.ts";

/** Production of a roof at an instant; arrays by index in the roof's list of modules. */
export interface RoofState {
  readonly at: number;
  readonly light: Light;
  /** Place of each module's plane in `light.planes`. */
  readonly planeOf: readonly number[];
  /** Share of the light that reaches each module, after shade and soiling. */
  readonly lightShare: Float64Array;
  readonly powerW: Float64Array;
  readonly counterWh: Float64Array;
  readonly acPowerW: number;
  readonly acCounterWh: number;
}

const STEP_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Efficiency of an optimizer. */
export const OPTIMIZER_EFFICIENCY = 0.99;
/** Usual efficiency of an inverter over the years. */
const USUAL_AC_SHARE = 0.96;
/** Usual ratio of modules to inverter. */
const DC_AC_RATIO = 1.15;

function listPlanes(roof: Roof): { planes: Orientation[]; planeOf: number[] } {
  const planes: Orientation[] = [];
  const places = new Map<string, number>();
  const planeOf = roof.modules.map(({ array: { tiltDeg, azimuthDeg } }) => {
    const key = `${tiltDeg}/${azimuthDeg}`;
    let place = places.get(key);
    if (place === undefined) {
      place = planes.push({ tiltDeg, azimuthDeg }) - 1;
      places.set(key, place);
    }
    return place;
  });
  return { planes, planeOf };
}

/**
 * The modules behind one gateway, integrated minute by minute from `beginAt`. A module's power is its own factor times the
 * yield of its plane, so the integral runs over planes and only a change of the factors touches the modules.
 */
export function createRoofPhysics(options: {
  site: Site;
  gateway: SiteGateway;
  weather: Weather;
  seed: number;
  beginAt: number;
}) {
  const { site, gateway, weather } = options;
  const roof = layOutRoof(gateway, options.seed);
  const { planes, planeOf } = listPlanes(roof);
  const count = roof.modules.length;
  const faults = site.faults.filter(isPlaced).map((fault) => ({
    fault,
    modules: roof.modules.flatMap((module, index) => (isHit(fault, module) ? [index] : [])),
  }));
  const opened = new Set<number>();
  /** Units whose switch does not move. */
  const stuckUnits = new Set<number>();
  const keepAlives = createKeepAliveLines(roof, {
    beginAt: options.beginAt,
    losses: faults.flatMap(({ fault, modules }) =>
      fault.kind === "keep-alive-lost"
        ? [{ modules, isActive: (at: number) => isActive(fault, at, site.longitude) }]
        : [],
    ),
  });
  const isOpened = (index: number, at: number): boolean =>
    opened.has(index) || keepAlives.isTimedOut(index, at);
  const factorW = new Float64Array(count);
  const lightShare = new Float64Array(count);
  const settledWh = new Float64Array(count);
  const planeFactorW = new Float64Array(planes.length);
  const planeWh = new Float64Array(planes.length);
  const ratedW = roof.modules.reduce((sum, { array }) => sum + array.moduleW, 0);
  const acStartWh =
    gateway.acCounterStartWh ??
    roof.modules.reduce((sum, { counterStartWh }) => sum + counterStartWh, 0) * USUAL_AC_SHARE;
  let factorsKey: string | undefined;
  let acWh = 0;
  let cursorAt = options.beginAt;
  let cursorLight = lightAt(site, weather, planes, cursorAt);

  /** Adds the energy of the planes under the current factors to the modules' counters. */
  function settle(): void {
    for (let index = 0; index < count; index++)
      settledWh[index]! += factorW[index]! * planeWh[planeOf[index]!]!;
    planeWh.fill(0);
  }

  function refreshFactors(at: number): void {
    const active = faults.filter(({ fault }) => isActive(fault, at, site.longitude));
    const key = `${active.map((entry) => faults.indexOf(entry)).join()}/${[...opened].join()}/${keepAlives.stateKey(at)}`;
    if (key === factorsKey) return;
    settle();
    factorsKey = key;
    lightShare.fill(1);
    const isProducing = new Uint8Array(count).fill(1);
    stuckUnits.clear();
    for (const { fault, modules } of active)
      for (const index of modules)
        switch (fault.kind) {
          case "shade":
          case "soiling":
            lightShare[index]! *= 1 - fault.loss;
            break;
          case "stuck-switch":
            stuckUnits.add(index);
            break;
          case "dead-unit":
          case "unit-fault":
          case "string-down":
            isProducing[index] = 0;
            break;
          case "keep-alive-lost":
            // Opens the switches of its modules, each after its timeout.
            break;
          case "radio-loss":
            // Samples that are not heard change no power.
            break;
          default:
            fault satisfies never;
        }
    planeFactorW.fill(0);
    for (let index = 0; index < count; index++) {
      const { array, tolerance } = roof.modules[index]!;
      const isOn = isProducing[index] === 1 && (!isOpened(index, at) || stuckUnits.has(index));
      const passed = array.moduleDevice === "OPT" ? OPTIMIZER_EFFICIENCY : 1;
      factorW[index] = isOn ? array.moduleW * tolerance * lightShare[index]! * passed : 0;
      planeFactorW[planeOf[index]!]! += factorW[index]!;
    }
  }

  function acPowerOf(light: Light): number {
    let dcW = 0;
    for (let plane = 0; plane < planes.length; plane++)
      dcW += planeFactorW[plane]! * light.planes[plane]!.yield;
    return pvwattsAcPower(dcW, ratedW / DC_AC_RATIO);
  }

  function stepTo(at: number): void {
    const light = lightAt(site, weather, planes, at);
    const hours = (at - cursorAt) / HOUR_MS;
    for (let plane = 0; plane < planes.length; plane++)
      planeWh[plane]! += ((cursorLight.planes[plane]!.yield + light.planes[plane]!.yield) / 2) * hours;
    acWh += ((acPowerOf(cursorLight) + acPowerOf(light)) / 2) * hours;
    cursorAt = at;
    cursorLight = light;
  }

  function nextStepAt(until: number): number {
    const minuteAt = Math.floor(cursorAt / STEP_MS) * STEP_MS + STEP_MS;
    return Math.min(minuteAt, keepAlives.nextChangeAt(cursorAt, Math.min(minuteAt, until)));
  }

  function startAgain(): void {
    settledWh.fill(0);
    planeWh.fill(0);
    acWh = 0;
    factorsKey = undefined;
    cursorAt = options.beginAt;
    cursorLight = lightAt(site, weather, planes, cursorAt);
  }

  return {
    roof,
    /** Opens or closes the switches of modules: opened ones produce nothing. */
    setOpen(modules: Iterable<number>, isOpen: boolean): void {
      for (const module of modules) {
        if (isOpen) opened.add(module);
        else opened.delete(module);
      }
    },
    /** Changes the keep-alive of modules from an instant on: their switches open when the latest heartbeat is its timeout ago. */
    setKeepAlive: (modules: Iterable<number>, change: Partial<KeepAlive>, at: number): void =>
      keepAlives.set(modules, change, at),
    /** Whether a keep-alive arrives at a module. */
    hasKeepAlive: keepAlives.isArriving,
    /** What the switch of a module reports at an instant; a stuck one reports the requested position. */
    isOpen: isOpened,
    /** The roof at an instant; cheap when instants rise, from the beginning again when they fall. */
    stateAt(at: number): RoofState {
      if (at < cursorAt) startAgain();
      refreshFactors(cursorAt);
      // Whole minutes, and when switches move, whenever it is called: the sum must not depend on the calls.
      for (let next = nextStepAt(at); next <= at; next = nextStepAt(at)) {
        stepTo(next);
        refreshFactors(next);
      }
      const light = at === cursorAt ? cursorLight : lightAt(site, weather, planes, at);
      const hours = (at - cursorAt) / HOUR_MS;
      const powerW = new Float64Array(count);
      const counterWh = new Float64Array(count);
      for (let index = 0; index < count; index++) {
        const plane = planeOf[index]!;
        const yieldNow = light.planes[plane]!.yield;
        const sinceWh = planeWh[plane]! + ((cursorLight.planes[plane]!.yield + yieldNow) / 2) * hours;
        powerW[index] = factorW[index]! * yieldNow;
        counterWh[index] =
          roof.modules[index]!.counterStartWh + settledWh[index]! + factorW[index]! * sinceWh;
      }
      const acPowerW = acPowerOf(light);
      const acCounterWh = acStartWh + acWh + ((acPowerOf(cursorLight) + acPowerW) / 2) * hours;
      return { at, light, planeOf, lightShare, powerW, counterWh, acPowerW, acCounterWh };
    },
  };
}

export type RoofPhysics = ReturnType<typeof createRoofPhysics>;
