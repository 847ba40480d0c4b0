import { addPeriods } from "../../shared/base/format/times.ts";

export type By = "day" | "month" | "year";

/** Period of a request: `2026-05` for days, `2026` for months, none for years. */
export function findPeriod(by: By, today: string, chosen: string | undefined): string | undefined {
  if (by === "year") return undefined;
  return chosen ?? today.slice(0, by === "day" ? 7 : 4);
}

interface Bounds {
  /** First day with data and the plant's current day. */
  readonly firstDay: string | null;
  readonly today: string;
}

/** The period before or after; undefined beyond the plant's data. */
export function stepPeriod(period: string, count: number, { firstDay, today }: Bounds): string | undefined {
  const next = addPeriods(period, count);
  const first = (firstDay ?? today).slice(0, period.length);
  return next < first || next > today.slice(0, period.length) ? undefined : next;
}

/** Height of each bar as a share of the highest; null without data. */
export function summarizeBars(bars: readonly { readonly energyWh: number | null }[]): (number | null)[] {
  const max = Math.max(0, ...bars.map(({ energyWh }) => energyWh ?? 0));
  return bars.map(({ energyWh }) => (energyWh === null ? null : Math.max(0, energyWh) / (max || 1)));
}
