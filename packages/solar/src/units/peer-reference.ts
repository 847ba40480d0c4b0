import type { UnitDay } from "./unit-day.ts";
import { median, quantile, sum } from "./unit-day.ts";

/** With fewer producing peers a unit is not judged. */
export const MIN_PEERS = 3;
/** Peers that are compared even if the course of their day differs. */
const NEAREST_PEERS = 5;
/** Share of a day's energy that may be at other times for two courses to count as alike. */
const ALIKE_DISTANCE = 0.08;
/** A unit below this share of what good units gave is no reference. */
const PRODUCING_SHARE = 0.1;
/** Enough for a median; bounds the work for plants of thousands of units. */
const MAX_CANDIDATES = 150;

interface Candidate {
  readonly index: number;
  readonly group: string | undefined;
  readonly energyWh: readonly number[];
  /** The course of the day: share of its energy in each segment. */
  readonly course: readonly number[];
}

const courseOf = (energyWh: readonly number[]): number[] => {
  const totalWh = sum(energyWh);
  return energyWh.map((wh) => wh / totalWh);
};

/** Share of the energy that two courses have at different times, 0 to 1. */
const distanceOf = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((total, share, segment) => total + Math.abs(share - (other[segment] as number)), 0) / 2;

/** Evenly spread over the list, so that all parts of a roof are in it. */
function thinOut<Item>(items: readonly Item[]): readonly Item[] {
  if (items.length <= MAX_CANDIDATES) return items;
  const step = items.length / MAX_CANDIDATES;
  return Array.from({ length: MAX_CANDIDATES }, (_, place) => items[Math.floor(place * step)] as Item);
}

/** Units with the most similar course of the day: those that see the sun and the shade of the same hours. */
function selectPeers(energyWh: readonly number[], candidates: readonly Candidate[]): readonly Candidate[] {
  const course = courseOf(energyWh);
  const ordered = candidates
    .map((candidate) => ({ candidate, distance: distanceOf(course, candidate.course) }))
    .sort((a, b) => a.distance - b.distance);
  const alike = ordered.filter(({ distance }) => distance <= ALIKE_DISTANCE).length;
  return ordered.slice(0, Math.max(alike, NEAREST_PEERS)).map(({ candidate }) => candidate);
}

/**
 * Energy per segment in Wh that each unit should have given, from the median of its peers; undefined for a unit with too
 * few of them. Peers are units of its group, else of the whole plant, whose day had the same course: so orientation and
 * shade need not be known. What a unit gave does not count into its own reference.
 */
export function referencesOf(units: readonly UnitDay[]): (readonly number[] | undefined)[] {
  const isScaled = units.every(({ ratedPowerW }) => ratedPowerW !== undefined && ratedPowerW > 0);
  const scaleOf = (unit: UnitDay): number => (isScaled ? (unit.ratedPowerW as number) : 1);
  const energies = units.map((unit) => unit.energyWh.map((wh) => wh / scaleOf(unit)));
  const totals = energies.map(sum);
  const goodWh = quantile(totals, 0.75);
  // The best unit counts where more than three quarters gave nothing.
  const producingWh = PRODUCING_SHARE * (goodWh > 0 ? goodWh : Math.max(...totals, 0));
  const producing = units.flatMap(({ group }, index): Candidate[] => {
    const energyWh = energies[index] as number[];
    return (totals[index] as number) > producingWh && producingWh > 0
      ? [{ index, group, energyWh, course: courseOf(energyWh) }]
      : [];
  });
  const byGroup = new Map(
    [...Map.groupBy(producing, ({ group }) => group)].map(([group, members]) => [group, thinOut(members)]),
  );
  const everywhere = thinOut(producing);
  return units.map((unit, index) => {
    const others = (list: readonly Candidate[]) => list.filter((candidate) => candidate.index !== index);
    const own = unit.group === undefined ? [] : others(byGroup.get(unit.group) ?? []);
    const candidates = own.length >= MIN_PEERS ? own : others(everywhere);
    if (candidates.length < MIN_PEERS) return undefined;
    const energyWh = energies[index] as number[];
    const peers = (totals[index] as number) > producingWh ? selectPeers(energyWh, candidates) : candidates;
    return energyWh.map(
      (_, segment) => median(peers.map((peer) => peer.energyWh[segment] as number)) * scaleOf(unit),
    );
  });
}
