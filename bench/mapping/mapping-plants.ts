import type { LayoutDraft } from "@heliograph/contract";
import type { DayPlanes } from "@heliograph/contract/layout-day";
import { lightAt } from "../../apps/simulator/src/physics/light.ts";
import type { Random } from "../../apps/simulator/src/physics/random.ts";
import { createRandom, gaussian, mixSeed } from "../../apps/simulator/src/physics/random.ts";
import type { Obstacle } from "../../apps/simulator/src/physics/shadows.ts";
import { castShadows, shadedShare } from "../../apps/simulator/src/physics/shadows.ts";
import type { Weather } from "../../apps/simulator/src/physics/weather.ts";
import { climateOfLatitude, createWeather } from "../../apps/simulator/src/physics/weather.ts";

// Plants with mistakes of one kind in their layout, and what their units report over ten partly cloudy days.

const DAY_MS = 86_400_000;
const STEP_S = 300;
const STEPS = DAY_MS / 1000 / STEP_S;
const DAYS = 10;
const MODULE_W = 420;
const MODULE = { widthM: 1.15, heightM: 1.78 };
/** Between the planes of a plant on the plan. */
const GAP_M = 3;
/** Share of the clear sky's light that arrives on a partly cloudy day. */
const PARTLY_CLOUDY = [0.5, 0.9] as const;
const POWER_SCALE_W = 0.1;
/** Share of the modules, at most, that have no unit in the layout of a plant with misplaced ones. */
const MAX_GAPS = 0.08;

interface Plane {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly tiltDeg: number;
  readonly azimuthDeg: number;
  readonly obstacles: readonly Obstacle[];
  /** Rows of a string, where strings have a controller; 0 where the units know of no string. */
  readonly stringRows: number;
}

interface Unit {
  readonly plane: Plane;
  readonly row: number;
  readonly column: number;
  readonly tolerance: number;
  /** What dirt takes away all day. */
  readonly soiling: number;
}

/**
 * One to three pairs of exchanged units; one to three units that are in the place of one that is not in the layout, while their
 * own is free; or one or two rings of three.
 */
export const mistakeKinds = ["swaps", "moves", "rings"] as const;
export type MistakeKind = (typeof mistakeKinds)[number];

export interface MappingPlant {
  /** The layout as the installer has entered it, with its mistakes. */
  readonly layout: LayoutDraft;
  /** As it is on the roof, with the same modules without a unit. */
  readonly correct: LayoutDraft;
  readonly days: readonly DayPlanes[];
  /** Strings by unit, in half of the plants. */
  readonly strings: ReadonlyMap<number, string>;
  /** Units that are in wrong places, those of a mistake together. */
  readonly mistakes: readonly (readonly number[])[];
}

const between = (random: Random, from: number, to: number): number => from + (to - from) * random();
const whole = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));

/** Objects on the roof: a chimney, a vent pipe, a dish. */
function drawNear(random: Random, width: number, height: number): Obstacle {
  return {
    xM: between(random, -0.5, width + 0.5),
    yM: between(random, -0.5, height),
    heightM: between(random, 0.5, 2),
    radiusM: between(random, 0.1, 0.45),
  };
}

/** A row of trees or buildings of different heights beside the roof: its shadow passes over all of it when the sun is low. */
function drawRow(random: Random, side: "left" | "right", width: number, height: number): Obstacle[] {
  const distance = between(random, 1.5, 6);
  const heightM = between(random, 2.5, 6);
  const gapM = between(random, 1.5, 2.5);
  const count = Math.ceil((height + 12) / gapM);
  return Array.from({ length: count }, (_, index) => ({
    xM: side === "right" ? width + distance : -distance,
    yM: index * gapM - 6,
    heightM: heightM * between(random, 0.6, 1.3),
    radiusM: between(random, 0.6, 1.3),
  }));
}

function drawPlane(random: Random, name: string, azimuthDeg: number, hasStrings: boolean): Plane {
  const [rows, columns] = [whole(random, 3, 6), whole(random, 5, 12)];
  const [width, height] = [columns * MODULE.widthM, rows * MODULE.heightM];
  const near = Array.from({ length: whole(random, 0, 2) }, () => drawNear(random, width, height));
  const first: "left" | "right" = random() < 0.5 ? "left" : "right";
  const sides = random() < 0.3 ? [first] : (["left", "right"] as const);
  const far = sides.flatMap((side) => drawRow(random, side, width, height));
  const tiltDeg = whole(random, 10, 40);
  const stringRows = hasStrings ? whole(random, 1, 3) : 0;
  const obstacles = [...near, ...far];
  return { name, rows, columns, tiltDeg, azimuthDeg: (azimuthDeg + 360) % 360, obstacles, stringRows };
}

function drawPlanes(random: Random): Plane[] {
  const first = whole(random, 90, 250);
  const hasStrings = random() < 0.5;
  const one = drawPlane(random, "A", first, hasStrings);
  if (random() < 0.5) return [one];
  return [one, drawPlane(random, "B", first + (random() < 0.5 ? 180 : 90), hasStrings)];
}

function listUnits(random: Random, planes: readonly Plane[]): Unit[] {
  return planes.flatMap((plane) =>
    Array.from({ length: plane.rows * plane.columns }, (_, index) => ({
      plane,
      row: Math.floor(index / plane.columns),
      column: index % plane.columns,
      tolerance: 1 + Math.min(Math.max(gaussian(random) * 0.006, -0.015), 0.015),
      // A few are dirty, and some of those by much.
      soiling: random() < 0.1 ? random() * 0.2 : random() * 0.02,
    })),
  );
}

function findDays(weather: Weather, fromAt: number): number[] {
  const days: number[] = [];
  for (let dayAt = fromAt; days.length < DAYS; dayAt += DAY_MS) {
    let sum = 0;
    for (let hour = 8; hour <= 16; hour += 0.25) sum += weather.clearSkyIndexAt(dayAt + hour * 3_600_000);
    const mean = sum / 33;
    if (mean >= PARTLY_CLOUDY[0] && mean <= PARTLY_CLOUDY[1]) days.push(dayAt);
  }
  return days;
}

interface DaySimulation {
  readonly units: readonly Unit[];
  readonly planes: readonly Plane[];
  readonly place: { readonly latitude: number; readonly longitude: number; readonly altitudeM: number };
  readonly weather: Weather;
  readonly random: Random;
  readonly lostShare: number;
}

/** Reports every five minutes, each of the instant, with one percent of noise and some lost. */
function simulateDay({ units, planes, place, weather, random, lostShare }: DaySimulation, dayAt: number) {
  const powerW = new Uint16Array(units.length * STEPS);
  for (let step = 0; step < STEPS; step++) {
    const light = lightAt(place, weather, planes, dayAt + step * STEP_S * 1000);
    if (light.ghiWm2 <= 0) continue;
    const shadows = planes.map((plane) => castShadows(plane.obstacles, plane, light.sun));
    for (const [index, { plane, row, column, tolerance, soiling }] of units.entries()) {
      if (random() < lostShare) continue;
      const at = planes.indexOf(plane);
      const { yield: perW, beamShare } = light.planes[at]!;
      const shade = shadedShare(shadows[at]!, MODULE, row, column);
      const noise = 1 + gaussian(random) * 0.01;
      const watts = MODULE_W * perW * tolerance * (1 - soiling) * (1 - shade * beamShare) * noise;
      powerW[index * STEPS + step] = Math.round(Math.max(watts, 0) / POWER_SCALE_W) + 1;
    }
  }
  return toDayFile(powerW, units.length, dayAt);
}

function toDayFile(powerW: Uint16Array, count: number, dayAt: number): DayPlanes {
  const none = new Uint16Array(count * STEPS);
  return {
    header: {
      day: new Date(dayAt).toISOString().slice(0, 10),
      timeZone: "UTC",
      fromAt: dayAt,
      toAt: dayAt + DAY_MS,
      stepS: STEP_S,
      steps: STEPS,
      source: "samples",
      units: Array.from({ length: count }, (_, unit) => unit + 1),
      powerScales: new Array<number>(count).fill(POWER_SCALE_W),
      open: {},
      dark: [],
    },
    planes: { powerW, voltageV: none, currentA: none, temperatureC: none, signalDbm: none },
  };
}

/** Groups of so many units, any of the plant. */
function drawGroups(random: Random, count: number, max: number, size: number): number[][] {
  const groups: number[][] = [];
  const taken = new Set<number>();
  const wanted = whole(random, 1, max);
  while (groups.length < wanted) {
    const group = Array.from({ length: size }, () => whole(random, 1, count));
    if (new Set(group).size < size || group.some((unit) => taken.has(unit))) continue;
    for (const unit of group) taken.add(unit);
    groups.push(group);
  }
  return groups;
}

/** Units by place as they are entered and as they are on the roof: 0 where the layout has none. */
function drawMistakes(random: Random, kind: MistakeKind, count: number) {
  const correct = Array.from({ length: count }, (_, index) => index + 1);
  const entered = [...correct];
  const groups = drawGroups(random, count, kind === "rings" ? 2 : 3, kind === "rings" ? 3 : 2);
  for (const group of groups)
    for (const [index, unit] of group.entries()) entered[group.at(index - 1)! - 1] = unit;
  if (kind !== "moves") return { correct, entered, mistakes: groups };
  // The second unit of a pair is not in the layout; neither are some others.
  const moved = new Set(groups.flat());
  const gaps = correct.filter((unit) => !moved.has(unit) && random() < MAX_GAPS * random());
  for (const unit of gaps) correct[unit - 1] = entered[unit - 1] = 0;
  for (const [unit, other] of groups) entered[unit! - 1] = correct[other! - 1] = 0;
  return { correct, entered, mistakes: groups.map(([unit]) => [unit!]) };
}

function toLayout(planes: readonly Plane[], units: readonly Unit[], shown: readonly number[]): LayoutDraft {
  let xM = 0;
  return {
    groups: planes.map((plane) => {
      const left = xM;
      xM += plane.columns * MODULE.widthM + GAP_M;
      return {
        ...{ groupKey: plane.name, name: plane.name, rows: plane.rows, columns: plane.columns },
        ...{ tiltDeg: plane.tiltDeg, azimuthDeg: plane.azimuthDeg, rotationDeg: 0, xM: left, yM: 0 },
        ...{ moduleWidthM: MODULE.widthM, moduleHeightM: MODULE.heightM },
        cells: units.flatMap(({ plane: own, row, column }, index) =>
          own === plane ? [{ row, column, unit: shown[index]! || null, pole: null }] : [],
        ),
      };
    }),
  };
}

/** A plant, the same for the same seed and kind. */
export function drawMappingPlant(seed: number, kind: MistakeKind = "swaps"): MappingPlant {
  const random = createRandom(mixSeed(seed, 4711));
  const place = { latitude: between(random, 30, 52), longitude: 0, altitudeM: 100 };
  const planes = drawPlanes(random);
  const units = listUnits(random, planes);
  const weather = createWeather({ seed, longitude: 0, climate: climateOfLatitude(place.latitude) });
  const from = Date.UTC(2026, 0, 1) + whole(random, 60, 270) * DAY_MS;
  const simulation = { units, planes, place, weather, random, lostShare: between(random, 0, 0.1) };
  const days = findDays(weather, from).map((dayAt) => simulateDay(simulation, dayAt));
  const { correct, entered, mistakes } = drawMistakes(random, kind, units.length);
  const strings = new Map(
    units.flatMap(({ plane, row }, index) =>
      plane.stringRows === 0 ? [] : [[index + 1, `${plane.name}${Math.floor(row / plane.stringRows)}`]],
    ),
  );
  const layout = toLayout(planes, units, entered);
  return { layout, correct: toLayout(planes, units, correct), days, strings, mistakes };
}
