import { offsetHours } from "../../base/format/time-zones.ts";

const HALF_YEAR_MS = 183 * 24 * 3_600_000;

/** Whether clocks in two zones show the same time now and half a year from now. */
export const isSameTime = (one: string, other: string, now: number): boolean =>
  [now, now + HALF_YEAR_MS].every((at) => offsetHours(one, at) === offsetHours(other, at));
