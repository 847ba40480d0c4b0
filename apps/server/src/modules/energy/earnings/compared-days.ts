import { addDays, addMonths } from "@heliograph/solar";
import type { BarRange } from "../metering/bar-periods.service.ts";

/** Days, both included. */
export type Days = Pick<BarRange, "fromDay" | "toDay">;

/** The days of a range that are over, and those up to the same day of the month or year before. */
export interface ComparedDays {
  readonly shown: Days;
  readonly before: Days;
}

/** Undefined by year, and while no day of the range is over. */
export function findComparedDays({ by, fromDay, toDay }: BarRange, today: string): ComparedDays | undefined {
  if (by === "year" || fromDay >= today) return undefined;
  const months = by === "day" ? -1 : -12;
  const isOver = toDay < today;
  const lastDay = isOver ? toDay : addDays(today, -1);
  return {
    shown: { fromDay, toDay: lastDay },
    before: {
      fromDay: addMonths(fromDay, months),
      toDay: isOver ? addDays(fromDay, -1) : addMonths(lastDay, months),
    },
  };
}

/** The same, of plants with data since the first of the days. */
export function findKnownDays(
  range: BarRange,
  today: string,
  firstDay: string | null | undefined,
): ComparedDays | undefined {
  const days = findComparedDays(range, today);
  return days !== undefined && firstDay != null && firstDay <= days.before.fromDay ? days : undefined;
}
