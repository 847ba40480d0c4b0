import type { RatioOfDay } from "./decline.ts";
import { findDecline } from "./decline.ts";
import type { UnitVerdict } from "./judge-units.ts";
import { median } from "./unit-day.ts";

/** What is wrong with a unit; a unit has one finding at a time, the worst. */
export type Finding = "dead" | "half" | "declining";

/** Days whose median decides where one day does not. */
const RECENT_DAYS = 5;
/** Two thirds, as with one of three bypass diodes conducting, and what a day's figures are inexact by. */
const WEAK_SHARE = 0.75;
/** Only above this share is a unit at half power normal again, so that it does not change daily. */
const RECOVERED_SHARE = 0.8;

const isWeak = (days: readonly RatioOfDay[]): boolean =>
  days.length >= RECENT_DAYS && median(days.slice(-RECENT_DAYS).map(({ ratio }) => ratio)) <= WEAK_SHARE;

/**
 * The finding of a unit after a day it was judged by: `days` are the best ratios of its judged days, this one last, and
 * `before` is its finding so far. Dead and half power need one day, two thirds of the power five, a decline weeks.
 */
export function decideFinding(
  { state, bestRatio }: Pick<UnitVerdict, "state" | "bestRatio">,
  days: readonly RatioOfDay[],
  before?: Finding,
): Finding | undefined {
  if (state === "dead" || state === "silent") return "dead";
  if (state === "half" || isWeak(days)) return "half";
  if (before === "half" && bestRatio <= RECOVERED_SHARE) return "half";
  return findDecline(days) === undefined ? undefined : "declining";
}
