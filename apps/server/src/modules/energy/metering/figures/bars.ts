import { addDays, addMonths, firstWeekStart, listDays } from "@heliograph/solar";
import type { BarPeriod, PeriodEnergy } from "./energy.repository.ts";

export interface Bar extends Omit<PeriodEnergy, "energyWh" | "measuredWh"> {
  /** Null without any data of the period. */
  energyWh: number | null;
  measuredWh: number | null;
}

/** The bars of one chart: the days of a month, the weeks or months of a year, or years. */
export interface BarRange<By extends BarPeriod = BarPeriod> {
  by: By;
  fromDay: string;
  toDay: string;
}

const periodForm: Record<BarPeriod, RegExp | undefined> = {
  day: /^\d{4}-\d{2}$/,
  week: /^\d{4}$/,
  month: /^\d{4}$/,
  year: undefined,
};

/**
 * Range of a requested period; the current month or year of the plant's calendar by default. Undefined when the period has
 * another form than the bars need.
 */
export function findBarRange<By extends BarPeriod>(
  by: By,
  period: string | undefined,
  today: string,
): BarRange<By> | undefined {
  if (by === "year") return period === undefined ? { by, fromDay: "1971-01-01", toDay: today } : undefined;
  const chosen = period ?? today.slice(0, by === "day" ? 7 : 4);
  if (!periodForm[by]?.test(chosen) || chosen < "1971") return undefined;
  if (by === "week") {
    const year = Number(chosen);
    return { by, fromDay: firstWeekStart(year), toDay: addDays(firstWeekStart(year + 1), -1) };
  }
  const fromDay = by === "day" ? `${chosen}-01` : `${chosen}-01-01`;
  return { by, fromDay, toDay: addDays(addMonths(fromDay, by === "day" ? 1 : 12), -1) };
}

/** Periods of all bars of a range; years since the first of those with data. */
export function listPeriods(
  { by, fromDay, toDay }: BarRange,
  sums: readonly Pick<PeriodEnergy, "period">[],
): string[] {
  if (by === "day") return listDays(fromDay, toDay);
  // The fourth day of a first week is always in its own year.
  if (by === "week")
    return Array.from(
      { length: listDays(fromDay, toDay).length / 7 },
      (_, index) => `${addDays(fromDay, 3).slice(0, 4)}-W${String(index + 1).padStart(2, "0")}`,
    );
  if (by === "month") return Array.from({ length: 12 }, (_, index) => addMonths(fromDay.slice(0, 7), index));
  const last = Number(toDay.slice(0, 4));
  const first = Number(sums[0]?.period ?? last);
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}

/** A bar for every period of the range; years since the first with data. */
export function fillBars(range: BarRange, sums: readonly PeriodEnergy[]): Bar[] {
  const byPeriod = new Map(sums.map((sum) => [sum.period, sum]));
  return listPeriods(range, sums).map(
    (period) =>
      byPeriod.get(period) ?? {
        period,
        energyWh: null,
        backfilledWh: 0,
        estimatedWh: 0,
        implausibleWh: 0,
        resets: 0,
        isDemo: false,
        correctedDays: 0,
        measuredWh: null,
      },
  );
}

/** The days of a bar's period, both included. */
export function daysOfPeriod(period: string): { fromDay: string; toDay: string } {
  if (period.length === 10) return { fromDay: period, toDay: period };
  if (period.length === 8) {
    const fromDay = addDays(firstWeekStart(Number(period.slice(0, 4))), 7 * (Number(period.slice(6)) - 1));
    return { fromDay, toDay: addDays(fromDay, 6) };
  }
  const fromDay = period.length === 7 ? `${period}-01` : `${period}-01-01`;
  return { fromDay, toDay: addDays(addMonths(fromDay, period.length === 7 ? 1 : 12), -1) };
}

/**
 * A bar with the share of its daylight that was measured. Without any, an energy of zero is that of reports at night only,
 * as before an outage: it is unknown.
 */
export function coverBar(bar: Bar, measuredShare: number | null) {
  const isUnknown = measuredShare === 0 && bar.energyWh === 0 && bar.correctedDays === 0;
  return { ...bar, measuredShare, ...(isUnknown && { energyWh: null, measuredWh: null }) };
}
