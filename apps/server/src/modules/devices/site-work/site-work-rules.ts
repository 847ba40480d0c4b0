import type { FieldProblem } from "@heliograph/contract";
import { MAX_SITE_WORK_DAYS_AHEAD, MAX_SITE_WORK_H } from "@heliograph/contract";

const HOUR_MS = 3_600_000;
/** A browser adds the hours to its own idea of the server's time. */
const TOLERANCE_MS = 60_000;

/** A window of time, its end excluded; ms. */
export interface Window {
  readonly fromAt: number;
  readonly untilAt: number;
}

/** Problems of the start of site work that is not over; it may be now. */
export function findStartProblems(fromAt: number, now: number): FieldProblem[] {
  if (fromAt < now) return [{ path: "fromAt", key: "field.future" }];
  return fromAt > now + MAX_SITE_WORK_DAYS_AHEAD * 24 * HOUR_MS
    ? [{ path: "fromAt", key: "field.siteWorkAhead", params: { max: MAX_SITE_WORK_DAYS_AHEAD } }]
    : [];
}

/** Problems of the end of site work. */
export function findEndProblems({ fromAt, untilAt }: Window, now: number): FieldProblem[] {
  if (untilAt <= now) return [{ path: "untilAt", key: "field.future" }];
  if (untilAt <= fromAt) return [{ path: "untilAt", key: "field.order" }];
  return untilAt - fromAt > MAX_SITE_WORK_H * HOUR_MS + TOLERANCE_MS
    ? [{ path: "untilAt", key: "field.siteWorkTooLong", params: { max: MAX_SITE_WORK_H } }]
    : [];
}

export const overlaps = (one: Window, other: Window): boolean =>
  one.fromAt < other.untilAt && other.fromAt < one.untilAt;
