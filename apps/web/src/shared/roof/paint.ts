import type { Scale } from "./colors.ts";
import { ASLEEP, bucketOfState, NO_DATA, PRODUCING, SHUT, shadeOf, ZERO } from "./colors.ts";
import type { DayValues, RoofValue } from "./day-values.ts";
import type { Geometry } from "./geometry.ts";

/** Values, states and colours of all units at one moment. */
export interface Moment {
  readonly step: number;
  readonly value: RoofValue;
  /** By unit; NaN without a value. */
  readonly now: Float32Array;
  /** By unit. */
  readonly states: Uint8Array;
  /** Values that the colours follow, where they are not `now`: shares of what is expected. */
  readonly shares?: Float32Array;
  /** Whether `now` is the value less that of another day. */
  readonly isDifference?: true;
}

export function readMoment(values: DayValues, value: RoofValue, step: number, unitCount: number): Moment {
  const now = new Float32Array(unitCount);
  values.fill(value, step, now);
  const states = new Uint8Array(unitCount);
  for (let unit = 0; unit < unitCount; unit++) states[unit] = values.stateOf(unit, step);
  return { step, value, now, states };
}

/** Bucket of a unit: its state where it does not produce, else the shade of its value. */
export function bucketOf({ now, states, value, shares = now }: Moment, unit: number, scale: Scale): number {
  const state = states[unit]!;
  const measured = shares[unit]!;
  // What it has produced today, and its voltage and temperature, stay when it stops.
  const hasStopped = state === ZERO || state === ASLEEP;
  const isKept = hasStopped && value !== "power" && value !== "current" && value !== "ratio";
  const isPast = state === NO_DATA && value === "energy" && measured > 0;
  if (state === SHUT || Number.isNaN(measured)) return bucketOfState(state === PRODUCING ? NO_DATA : state);
  return state === PRODUCING || isKept || isPast ? shadeOf(measured, scale) : bucketOfState(state);
}

/** Bucket of every cell. */
export function paintCells(geometry: Geometry, moment: Moment, scale: Scale): Uint8Array {
  const ofUnits = new Uint8Array(moment.now.length);
  for (let unit = 0; unit < ofUnits.length; unit++) ofUnits[unit] = bucketOf(moment, unit, scale);
  return Uint8Array.from(geometry.unit, (unit) => ofUnits[unit]!);
}

/** What a group gives at a moment: sum of power and energy, mean of the rest; NaN without any value. */
export interface GroupFigure {
  readonly total: number;
  readonly mean: number;
}

/**
 * Figures of each group. A unit that serves several modules counts in a total with its share of modules in the group, so that
 * all groups together are the plant, and once in a mean.
 */
export function sumGroups(geometry: Geometry, now: Float32Array): GroupFigure[] {
  const modules = new Uint32Array(now.length);
  const ofGroups = geometry.groups.map(() => new Map<number, number>());
  for (let cell = 0; cell < geometry.count; cell++) {
    const unit = geometry.unit[cell]!;
    const own = ofGroups[geometry.group[cell]!]!;
    modules[unit]! += 1;
    own.set(unit, (own.get(unit) ?? 0) + 1);
  }
  return ofGroups.map((units) => {
    const known = [...units].filter(([unit]) => !Number.isNaN(now[unit]!));
    if (known.length === 0) return { total: Number.NaN, mean: Number.NaN };
    return {
      total: known.reduce((sum, [unit, count]) => sum + (now[unit]! * count) / modules[unit]!, 0),
      mean: known.reduce((sum, [unit]) => sum + now[unit]!, 0) / known.length,
    };
  });
}
