import { median, quantile } from "./unit-day.ts";

/** `bestRatio` of a unit on one usable day. */
export interface RatioOfDay {
  /** Days since any fixed day. */
  readonly day: number;
  readonly ratio: number;
}

const MIN_DAYS = 14;
const MIN_SPAN_DAYS = 28;
const MIN_DECLINE = 0.05;
/** Mann-Kendall: one in 30,000 units without a trend falls below. */
const MAX_TREND = -4;

/** Sum of the signs of all later differences over its deviation without a trend (Mann 1945, Kendall 1975). */
function trendOf(ratios: readonly number[]): number {
  const count = ratios.length;
  let signs = 0;
  for (let one = 0; one < count; one++)
    for (let other = one + 1; other < count; other++)
      signs += Math.sign((ratios[other] as number) - (ratios[one] as number));
  const deviation = Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
  return signs / deviation;
}

/** Median slope between all pairs of days (Theil 1950, Sen 1968), per day. */
function slopeOf(days: readonly RatioOfDay[]): number {
  const slopes = days.flatMap(({ day, ratio }, one) =>
    days.slice(one + 1).map((later) => (later.ratio - ratio) / (later.day - day)),
  );
  return median(slopes);
}

/**
 * Share by which a unit fell behind its peers over the days given, where it did so steadily and by at least 5 %;
 * undefined otherwise. Days are in order; at least 14 over 28 days are needed.
 */
export function findDecline(days: readonly RatioOfDay[]): number | undefined {
  const known = days.filter(({ ratio }) => Number.isFinite(ratio));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const spanDays = last.day - first.day;
  if (known.length < MIN_DAYS || spanDays < MIN_SPAN_DAYS) return undefined;
  const quarter = Math.ceil(known.length / 4);
  const before = median(known.slice(0, quarter).map(({ ratio }) => ratio));
  const after = quantile(
    known.slice(-quarter).map(({ ratio }) => ratio),
    0.75,
  );
  // A unit that recovered, for instance by cleaning, is not declining: its last days must all be low.
  if (after > (1 - MIN_DECLINE) * before) return undefined;
  if (trendOf(known.map(({ ratio }) => ratio)) > MAX_TREND) return undefined;
  const decline = (-slopeOf(known) * spanDays) / before;
  return decline >= MIN_DECLINE ? decline : undefined;
}
