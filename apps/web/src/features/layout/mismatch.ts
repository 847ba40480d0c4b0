import { NOTABLE_SHARE } from "../../shared/device/median-power.ts";
import { PRODUCING, ZERO } from "../../shared/roof/colors.ts";
import type { DayValues } from "../../shared/roof/day-values.ts";
import type { Layout } from "../../shared/roof/geometry.ts";
import { readMoment } from "../../shared/roof/paint.ts";
import { findPeers } from "../../shared/roof/peers.ts";
import type { Lane } from "./strings.ts";

/** Fewer have no middle. */
const MIN_PEERS = 3;
/** Below this share of rated power, differences are those of the sensors. */
const MIN_LIGHT = 0.05;
/** Of a unit whose rated power is not known. */
const USUAL_RATED_W = 400;

/** Shares by which power differs from the median of the peers, of those that differ clearly: -0.2 is 20 % less. */
export interface Mismatches {
  /** By index of the unit: to the units of its string on the same plane. */
  readonly units: ReadonlyMap<number, number>;
  /** By key of the lane: mean of its units, to the other strings of the plant on the same plane. */
  readonly lanes: ReadonlyMap<string, number>;
}

export const NO_MISMATCHES: Mismatches = { units: new Map(), lanes: new Map() };

interface MismatchInput {
  readonly layout: Layout;
  readonly lanes: readonly Lane[];
  readonly values: DayValues;
  readonly step: number;
}

/** Finds units and strings that give clearly more or less than their peers; none in the dark. */
export function findMismatches({ layout, lanes, values, step }: MismatchInput): Mismatches {
  const { units } = layout;
  if (values.header.dark.includes(step)) return NO_MISMATCHES;
  const { now: powers, states } = readMoment(values, "power", step, units.length);
  const { now: ratios } = readMoment(values, "ratio", step, units.length);
  const peers = findPeers(layout);
  const isCompared = (unit: number): boolean =>
    (states[unit] === PRODUCING || states[unit] === ZERO) && !Number.isNaN(ratios[unit]);
  const isLit = (members: readonly number[]): boolean =>
    findMedian(members.map((unit) => powers[unit]! / (units[unit]!.ratedPowerW ?? USUAL_RATED_W))) >=
    MIN_LIGHT;
  const strings = lanes
    .map(({ key, units: own, controller }) => ({
      key,
      // A string that is measured as a whole is its controller.
      members: (own.length > 0 || controller === undefined ? own : [controller]).filter(isCompared),
    }))
    .filter(({ members }) => members.length > 0);
  const oriented = listOriented(layout);
  const groupOf = new Map(layout.cells.unit.map((unit, cell) => [unit, layout.cells.group[cell]!]));
  // A group without tilt and azimuth is at most one plane, several of them need not be the same.
  const planeOf = (unit: number): string =>
    oriented.has(unit) ? `plane ${peers[unit]!}` : `group ${groupOf.get(unit)}`;
  const ofUnits = strings
    .flatMap(({ members }) => [...Map.groupBy(members, planeOf).values()])
    .filter((members) => members.length >= MIN_PEERS && isLit(members))
    .flatMap((members) => listDifferent(members, (unit) => ratios[unit]!));
  const alike = Map.groupBy(
    strings.filter(({ members }) => members.every((unit) => oriented.has(unit))),
    ({ members }) => [...new Set(members.map((unit) => peers[unit]!))].sort().join(),
  );
  const ofLanes = [...alike.values()]
    .filter((some) => some.length >= MIN_PEERS && isLit(some.flatMap(({ members }) => members)))
    .flatMap((some) => listDifferent(some, ({ members }) => meanOf(members.map((unit) => ratios[unit]!))));
  return { units: new Map(ofUnits), lanes: new Map(ofLanes.map(([{ key }, share]) => [key, share])) };
}

/** Of an even number the upper one: where half of a string is in shade, that half differs, not all of it. */
const findMedian = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

const meanOf = (values: readonly number[]): number =>
  values.reduce((total, each) => total + each, 0) / values.length;

/** Items that differ clearly from their median, and by which share of it. */
function listDifferent<Item>(items: readonly Item[], ratioOf: (item: Item) => number): [Item, number][] {
  const median = findMedian(items.map(ratioOf));
  if (median <= 0) return [];
  return items
    .map((item): [Item, number] => [item, ratioOf(item) / median - 1])
    .filter(([, share]) => Math.abs(share) > NOTABLE_SHARE);
}

/** Units on a plane that is known. */
function listOriented({ groups, cells }: Layout): ReadonlySet<number> {
  const isKnown = groups.map(({ tiltDeg, azimuthDeg }) => tiltDeg !== null && azimuthDeg !== null);
  return new Set(cells.unit.filter((_, cell) => isKnown[cells.group[cell]!]));
}
