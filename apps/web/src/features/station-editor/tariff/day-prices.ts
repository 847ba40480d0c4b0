import type { Tariff } from "@heliograph/contract";
import type { FormValues } from "../../../shared/form/values.ts";

const QUARTERS = 96;

/** R5.6: multiples of 15 minutes, 24:00 as an end. */
export const quarterHours = Array.from({ length: QUARTERS + 1 }, (_, index) => {
  const hours = String(Math.floor(index / 4)).padStart(2, "0");
  return `${hours}:${String((index % 4) * 15).padStart(2, "0")}`;
});

/** A period as typed or stored: start and end as `07:15`. */
export type PeriodLike = Readonly<Record<"start" | "end", unknown>> | FormValues;

/** The quarter hours of a day that a period covers; one whose end is not after its start runs over midnight. */
export function listQuarters(period: PeriodLike): number[] {
  const start = quarterHours.indexOf(String(period.start));
  const end = quarterHours.indexOf(String(period.end));
  if (start === -1 || end === -1) return [];
  const length = end > start ? end - start : end - start + QUARTERS;
  return Array.from({ length }, (_, step) => (start + step) % QUARTERS);
}

/** Whether a period starts and ends at the same time; the whole day is 00:00–24:00. */
export const isWithoutLength = ({ start, end }: PeriodLike): boolean =>
  start === end || (start === "24:00" && end === "00:00");

/** A part of the day in quarter hours from midnight, and the periods that cover it: none in a gap, several in an overlap. */
export interface DayPart {
  readonly from: number;
  readonly to: number;
  readonly periods: readonly number[];
}

/** The whole day from midnight to midnight in parts that the same periods cover. */
export function splitDay(periods: readonly PeriodLike[]): readonly DayPart[] {
  const covering = Array.from({ length: QUARTERS }, (): number[] => []);
  for (const [index, period] of periods.entries())
    for (const quarter of listQuarters(period)) covering[quarter]?.push(index);
  return joinRuns(covering, (one, other) => one.join() === other.join()).map(({ from, to, value }) => ({
    from,
    to,
    periods: value,
  }));
}

/** Index of the first period that overlaps an earlier one. */
export function findOverlap(periods: readonly PeriodLike[]): number | undefined {
  const later = splitDay(periods).flatMap((part) => part.periods.slice(1));
  return later.length === 0 ? undefined : Math.min(...later);
}

/** The largest part of the day without a price, over midnight where it goes on there; undefined without one. */
export function findGap(periods: readonly PeriodLike[]): { start: string; end: string } | undefined {
  const gaps = splitDay(periods).filter((part) => part.periods.length === 0);
  const [first, last] = [gaps[0], gaps.at(-1)];
  const isOverMidnight = gaps.length > 1 && first?.from === 0 && last?.to === QUARTERS;
  const joined =
    isOverMidnight && first && last
      ? [...gaps.slice(1, -1), { from: last.from, to: QUARTERS + first.to }]
      : gaps;
  const [widest] = joined.toSorted((one, other) => other.to - other.from - (one.to - one.from));
  if (widest === undefined) return undefined;
  const end = widest.to > QUARTERS ? widest.to - QUARTERS : widest.to;
  return { start: quarterHours[widest.from] as string, end: quarterHours[end] as string };
}

/** Price of a kWh in each quarter hour of a day; undefined where there is none. */
export type DayPrices = readonly (number | undefined)[];

export function toDayPrices(tariff: Tariff): DayPrices {
  const prices = new Array<number | undefined>(QUARTERS).fill(undefined);
  if (tariff.method === "fixed") return prices.fill(Number(tariff.price));
  for (const period of tariff.periods)
    for (const quarter of listQuarters(period)) prices[quarter] = Number(period.price);
  return prices;
}

/** A part of the day whose price changes, in quarter hours; undefined is no price. */
export interface PriceChange {
  readonly from: number;
  readonly to: number;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** Parts of the day whose price differs, in their order. */
export function comparePrices(before: DayPrices, after: DayPrices): readonly PriceChange[] {
  const pairs = before.map((price, quarter) => ({ before: price, after: after[quarter] }));
  return joinRuns(pairs, (one, other) => one.before === other.before && one.after === other.after)
    .filter(({ value }) => value.before !== value.after)
    .map(({ from, to, value }) => ({ from, to, ...value }));
}

/** Joins consecutive equal values; `to` is the index after the last one. */
function joinRuns<T>(values: readonly T[], isEqual: (one: T, other: T) => boolean) {
  const runs: { from: number; to: number; value: T }[] = [];
  for (const [index, value] of values.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && isEqual(last.value, value)) last.to = index + 1;
    else runs.push({ from: index, to: index + 1, value });
  }
  return runs;
}

/** `08:00–18:00` */
export const formatPart = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  `${quarterHours[from]}–${quarterHours[to]}`;
