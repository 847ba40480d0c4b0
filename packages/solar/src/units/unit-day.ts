/** What one unit (optimizer, string) gave in the segments of one day, such as its hours; all units share the segments. */
export interface UnitDay {
  readonly energyWh: readonly number[];
  /** Whether the unit was heard in the segment. Energy between two readings counts without it. */
  readonly isMeasured: readonly boolean[];
  /** Rated power in W. Compared only where that of every unit is known. */
  readonly ratedPowerW?: number;
  /** Units that face the same way, such as those of one string. Undefined where that is unknown. */
  readonly group?: string;
  /** Gateway that hears the unit; all units of a plant behind one where absent. */
  readonly gateway?: string;
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The value below which a share of the values is, 0 to 1; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
