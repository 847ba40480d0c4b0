import type { ReportKind } from "@heliograph/contract";
import { addDays, addPeriods } from "../../shared/base/format/times.ts";

const LENGTHS: Readonly<Record<ReportKind, number>> = { day: 10, month: 7, year: 4 };

export const toReportKind = (value: unknown): ReportKind =>
  value === "day" || value === "year" ? value : "month";

/** The last period that is over on a day: `2026-03-29`, `2026-03` or `2026`. */
export function lastPeriod(kind: ReportKind, today: string): string {
  if (kind === "day") return addDays(today, -1);
  return kind === "month" ? addPeriods(today.slice(0, 7), -1) : String(Number(today.slice(0, 4)) - 1);
}

/** A period as the kind needs it: the one that contains it, else the last one that is over. */
export function fitPeriod(kind: ReportKind, period: unknown, today: string): string {
  if (typeof period !== "string" || period.length < LENGTHS[kind]) return lastPeriod(kind, today);
  return period.slice(0, LENGTHS[kind]);
}
