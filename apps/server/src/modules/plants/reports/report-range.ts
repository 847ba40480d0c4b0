import type { ReportKind } from "@heliograph/contract";
import type { InstantRange, PlantZones } from "@heliograph/solar";
import { addDays, addMonths, daysRange } from "@heliograph/solar";

/** The period of a report, in days of each plant's own calendar, both ends included. */
export interface ReportRange {
  readonly kind: ReportKind;
  /** `2026-03-29`, `2026-03` or `2026`. */
  readonly period: string;
  readonly fromDay: string;
  readonly toDay: string;
}

const LENGTHS: Readonly<Record<ReportKind, number>> = { day: 10, month: 7, year: 4 };

/** The period that contains a day. */
export const periodOf = (kind: ReportKind, day: string): string => day.slice(0, LENGTHS[kind]);

/** The period after another one. */
export function nextPeriod(kind: ReportKind, period: string): string {
  if (kind === "day") return addDays(period, 1);
  return kind === "month" ? addMonths(period, 1) : addMonths(`${period}-01-01`, 12).slice(0, 4);
}

/** Undefined for a period of another form, or one that is not in the calendar. */
export function findReportRange(kind: ReportKind, period: string): ReportRange | undefined {
  if (period.length !== LENGTHS[kind]) return undefined;
  const fromDay = `${period}-01-01`.slice(0, 10);
  try {
    return { kind, period, fromDay, toDay: addDays(`${nextPeriod(kind, period)}-01-01`.slice(0, 10), -1) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The bars that show a period: days of a month, months of a year; of a day the month that contains it. */
export const barQueryOf = ({ kind, period }: ReportRange) =>
  kind === "year" ? ({ by: "month", period } as const) : ({ by: "day", period: period.slice(0, 7) } as const);

/** Whether a bar of that query belongs to the period. */
export const isBarOf = ({ kind, period }: ReportRange, bar: { readonly period: string }): boolean =>
  kind !== "day" || bar.period === period;

/** The instants of a period of a plant with these zones. */
export const instantsOf = ({ fromDay, toDay }: ReportRange, zones: PlantZones): InstantRange =>
  daysRange(fromDay, toDay, zones);
