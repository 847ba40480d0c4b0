/** Energies of a unit over a whole day before the upgrade and one after it. */
export interface DayPair {
  readonly beforeWh: number;
  readonly afterWh: number;
}

/** Upgraded units of a plant, and others of the same type there that were not upgraded. */
export interface ComparedPlant {
  readonly upgraded: readonly DayPair[];
  readonly peers: readonly DayPair[];
}

export interface YieldResult {
  readonly compared: number;
  readonly low: number;
  /** Energy of the upgraded units beside what their peers' days let expect; 1 where nothing was compared. */
  readonly share: number;
}

/** Clouds and shade change the days of single units by some percent, and those of a whole wave by little. */
const MIN_UNIT_SHARE = 0.8;
const MIN_SHARE = 0.95;
const MAX_LOW_SHARE = 0.05;

export function findMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/**
 * Compares upgraded units with their peers: a unit is expected to produce what it did before, changed as the median of
 * its peers changed. A unit without energy before is expected to produce what the median peer does.
 */
export function compareYields(plants: readonly ComparedPlant[]): YieldResult {
  let [compared, low, actualWh, expectedWh] = [0, 0, 0, 0];
  for (const { upgraded, peers } of plants) {
    const growth = findMedian(
      peers.filter(({ beforeWh }) => beforeWh > 0).map(({ beforeWh, afterWh }) => afterWh / beforeWh),
    );
    const typicalWh = findMedian(peers.map(({ afterWh }) => afterWh));
    for (const { beforeWh, afterWh } of upgraded) {
      const expected = beforeWh > 0 && Number.isFinite(growth) ? beforeWh * growth : typicalWh;
      compared += 1;
      actualWh += afterWh;
      expectedWh += expected;
      if (afterWh < MIN_UNIT_SHARE * expected) low += 1;
    }
  }
  return { compared, low, share: expectedWh > 0 ? actualWh / expectedWh : 1 };
}

export const isYieldGood = ({ compared, low, share }: YieldResult): boolean =>
  share >= MIN_SHARE && low <= MAX_LOW_SHARE * compared;
