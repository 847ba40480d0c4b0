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
const MODULE_A = 10;
const POWER_SCALE_W = 0.1;
const CURRENT_SCALE_A = 0.01;
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
 * own is free; one or two rings of three; or, in plants without converters, one or two units of different strings that are
 * exchanged or moved in the layout and in the records of their strings.
 */
export const mistakeKinds = ["swaps", "moves", "rings", "strings", "string-moves"] as const;
export type MistakeKind = (typeof mistakeKinds)[number];

/** Whether the plants have no converters. */
export const isInSeries = (kind: MistakeKind): boolean => kind === "strings" || kind === "string-moves";

export interface MappingPlant {
  /** The layout as the installer has entered it, with its mistakes. */
  readonly layout: LayoutDraft;
  /** As it is on the roof, with the same modules without a unit. */
  readonly correct: LayoutDraft;
  readonly days: readonly DayPlanes[];
  /** Strings by unit as they are recorded, in half of the plants; in all of those without converters. */
  readonly strings: ReadonlyMap<number, string>;
  /** As units are wired. */
  readonly correctStrings: ReadonlyMap<number, string>;
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

interface Wiring {
  readonly hasStrings: boolean;
  /** Several strings on each plane. */
  readonly isSplit: boolean;
}

function drawPlane(random: Random, name: string, azimuthDeg: number, { hasStrings, isSplit }: Wiring): Plane {
  const [rows, columns] = [whole(random, 3, 6), whole(random, 5, 12)];
  const [width, height] = [columns * MODULE.widthM, rows * MODULE.heightM];
  const near = Array.from({ length: whole(random, 0, 2) }, () => drawNear(random, width, height));
  const first: "left" | "right" = random() < 0.5 ? "left" : "right";
  const sides = random() < 0.3 ? [first] : (["left", "right"] as const);
  const far = sides.flatMap((side) => drawRow(random, side, width, height));
  const tiltDeg = whole(random, 10, 40);
  const drawnRows = hasStrings ? whole(random, 1, 3) : 0;
  const stringRows = isSplit ? Math.min(drawnRows, rows - 1) : drawnRows;
  const obstacles = [...near, ...far];
  return { name, rows, columns, tiltDeg, azimuthDeg: (azimuthDeg + 360) % 360, obstacles, stringRows };
}

function drawPlanes(random: Random, isSeries: boolean): Plane[] {
  const first = whole(random, 90, 250);
  const wiring = { hasStrings: random() < 0.5 || isSeries, isSplit: isSeries };
  const one = drawPlane(random, "A", first, wiring);
  if (random() < 0.5) return [one];
  return [one, drawPlane(random, "B", first + (random() < 0.5 ? 180 : 90), wiring)];
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
  /** Units by string, where they are in series without converters. */
  readonly series: readonly (readonly number[])[];
}

/**
 * Current of modules in series at which their power is the largest, in shares of the full one: diodes lead it around modules
 * that give less.
 */
function currentOf(shares: readonly number[]): number {
  const sorted = shares.toSorted((one, other) => other - one);
  let best = 0;
  for (const [index, share] of sorted.entries())
    if (share * (index + 1) > (sorted[best] ?? 0) * (best + 1)) best = index;
  return sorted[best] ?? 0;
}

/** Reports every five minutes, each of the instant, with noise and some lost: of currents half a percent, else one. */
function simulateDay(
  { units, planes, place, weather, random, lostShare, series }: DaySimulation,
  dayAt: number,
) {
  const currentA = new Uint16Array(units.length * STEPS);
  const powerW = new Uint16Array(units.length * STEPS);
  for (let step = 0; step < STEPS; step++) {
    const light = lightAt(place, weather, planes, dayAt + step * STEP_S * 1000);
    if (light.ghiWm2 <= 0) continue;
    const shadows = planes.map((plane) => castShadows(plane.obstacles, plane, light.sun));
    const shares = units.map(({ plane, row, column, tolerance, soiling }) => {
      const at = planes.indexOf(plane);
      const { yield: perW, beamShare } = light.planes[at]!;
      const shade = shadedShare(shadows[at]!, MODULE, row, column);
      return perW * tolerance * (1 - soiling) * (1 - shade * beamShare);
    });
    for (const members of series) {
      const current = currentOf(members.map((index) => shares[index]!));
      for (const index of members) {
        shares[index] = shares[index]! < current ? 0 : current;
        const amperes = MODULE_A * current * units[index]!.tolerance * (1 + gaussian(random) * 0.005);
        currentA[index * STEPS + step] = Math.round(Math.max(amperes, 0) / CURRENT_SCALE_A) + 1;
      }
    }
    for (const [index, share] of shares.entries()) {
      if (random() < lostShare) {
        currentA[index * STEPS + step] = 0;
        continue;
      }
      const watts = MODULE_W * share * (1 + gaussian(random) * 0.01);
      powerW[index * STEPS + step] = Math.round(Math.max(watts, 0) / POWER_SCALE_W) + 1;
    }
  }
  return toDayFile({ powerW, currentA }, units.length, dayAt);
}

function toDayFile(
  planes: Pick<DayPlanes["planes"], "powerW" | "currentA">,
  count: number,
  dayAt: number,
): DayPlanes {
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
    planes: { ...planes, voltageV: none, temperatureC: none, signalDbm: none },
  };
}

interface Mistakes {
  readonly random: Random;
  readonly kind: MistakeKind;
  readonly count: number;
  readonly stringOf: (unit: number) => string | undefined;
}

/** Groups of units, any of the plant; in a plant without converters of different strings. */
function drawGroups({ random, kind, count, stringOf }: Mistakes): number[][] {
  const max = kind === "swaps" || kind === "moves" ? 3 : 2;
  const size = kind === "rings" ? 3 : 2;
  const groups: number[][] = [];
  const taken = new Set<number>();
  const wanted = whole(random, 1, max);
  while (groups.length < wanted) {
    const group = Array.from({ length: size }, () => whole(random, 1, count));
    if (new Set(group).size < size || group.some((unit) => taken.has(unit))) continue;
    if (isInSeries(kind) && new Set(group.map(stringOf)).size < size) continue;
    for (const unit of group) taken.add(unit);
    groups.push(group);
  }
  return groups;
}

/** Units by place as they are entered and as they are on the roof: 0 where the layout has none. */
function drawMistakes(options: Mistakes) {
  const { random, kind, count } = options;
  const correct = Array.from({ length: count }, (_, index) => index + 1);
  const entered = [...correct];
  const groups = drawGroups(options);
  for (const group of groups)
    for (const [index, unit] of group.entries()) entered[group.at(index - 1)! - 1] = unit;
  if (kind !== "moves" && kind !== "string-moves") return { correct, entered, mistakes: groups };
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
  const isSeries = isInSeries(kind);
  const planes = drawPlanes(random, isSeries);
  const units = listUnits(random, planes);
  const weather = createWeather({ seed, longitude: 0, climate: climateOfLatitude(place.latitude) });
  const from = Date.UTC(2026, 0, 1) + whole(random, 60, 270) * DAY_MS;
  const wired = new Map(
    units.flatMap(({ plane, row }, index) =>
      plane.stringRows === 0 ? [] : [[index + 1, `${plane.name}${Math.floor(row / plane.stringRows)}`]],
    ),
  );
  const series = isSeries ? [...Map.groupBy(units.keys(), (index) => wired.get(index + 1)).values()] : [];
  const simulation = { units, planes, place, weather, random, lostShare: between(random, 0, 0.1), series };
  const days = findDays(weather, from).map((dayAt) => simulateDay(simulation, dayAt));
  const stringOf = (unit: number) => wired.get(unit);
  const { correct, entered, mistakes } = drawMistakes({ random, kind, count: units.length, stringOf });
  // With its place, the record of an exchanged unit's string is that of the other one.
  const recorded = isSeries
    ? new Map(entered.flatMap((unit, index) => (unit === 0 ? [] : [[unit, wired.get(index + 1)!] as const])))
    : wired;
  return {
    layout: toLayout(planes, units, entered),
    correct: toLayout(planes, units, correct),
    ...{ days, strings: recorded, correctStrings: wired, mistakes },
  };
}
