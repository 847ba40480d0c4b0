import { formatClock } from "../base/format/times.ts";
import type { Scale } from "./colors.ts";
import { NO_DATA, PRODUCING, SHUT } from "./colors.ts";
import type { DayValues } from "./day-values.ts";
import type { Moment } from "./paint.ts";
import { readMoment } from "./paint.ts";
import { peerScale } from "./scales.ts";

/** Reads the same time of day on the clock of the plant, also between days with and without summer time. */
export function stepOfClock(values: DayValues, step: number, other: DayValues): number | undefined {
  const clockAt = ({ header }: DayValues, at: number): number => {
    const [hours, minutes] = formatClock(
      header.fromAt + at * header.stepS * 1000,
      header.timeZone,
      "en-GB",
    ).split(":");
    return Number(hours) * 60 + Number(minutes);
  };
  const minute = clockAt(values, step);
  const stepM = other.header.stepS / 60;
  // A day with a change of clocks is shifted by an hour, some zones by half of one.
  const near = Math.floor((step * values.header.stepS) / other.header.stepS);
  for (const shift of [0, -60, 60, -30, 30]) {
    const found = near + Math.round(shift / stepM);
    if (found < 0 || found >= other.steps) continue;
    const ahead = minute - clockAt(other, found);
    if (ahead >= 0 && ahead < stepM) return found;
  }
  return undefined;
}

/** A moment of a day less the same time of another day; NaN where one of both has no value. */
export function readDifference(values: DayValues, other: DayValues, moment: Moment): Moment {
  const { value, step, now } = moment;
  const at = stepOfClock(values, step, other);
  const before = at === undefined ? undefined : readMoment(other, value, at, now.length);
  const difference = now.map((measured, unit) => measured - (before?.now[unit] ?? Number.NaN));
  const states = moment.states.map((state, unit) => {
    if (before === undefined) return NO_DATA;
    if (state === SHUT || (state === before.states[unit] && state !== NO_DATA)) return state;
    return Number.isNaN(difference[unit]) ? NO_DATA : PRODUCING;
  });
  return { ...moment, now: difference, states, isDifference: true };
}

/** The step of the other day at the clock of each step of a day; -1 where there is none. */
export const listStepsOfClock = (values: DayValues, other: DayValues): Int32Array =>
  Int32Array.from({ length: values.steps }, (_, step) => stepOfClock(values, step, other) ?? -1);

const RATIO = 0.3;
/** Smallest end of a scale between units, as a share of that of the day. */
const MIN_SHARE = 0.02;

/** As wide to both sides: half of the scale of the day, or the largest difference among the units now. */
export function differenceScale(
  day: Scale,
  { value, now }: Pick<Moment, "value" | "now">,
  units: readonly number[] | undefined,
): Scale {
  const half = value === "ratio" ? RATIO : (day.to - day.from) / 2;
  const largest = units === undefined ? undefined : peerScale(now.map(Math.abs), units);
  const end = largest === undefined ? half : Math.max(largest.to, half * MIN_SHARE);
  return { from: -end, to: end };
}

/** How days are compared; given to where they are, so that phones do not load it. */
export const difference = { read: readDifference, scale: differenceScale };
export type Difference = typeof difference;
