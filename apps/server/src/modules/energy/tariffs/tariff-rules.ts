import type { FieldProblem, Tariff } from "@heliograph/contract";
import { addDays } from "@heliograph/solar";

const MAX_DAYS_AHEAD = 366;
/** A tariff of 96 periods takes 5 kB, and all tariffs of a plant are read together. */
const MAX_TARIFFS = 200;

type Period = Extract<Tariff, { method: "time" }>["periods"][number];

/** Minutes of a local day from `07:15`; `24:00` is the end of the day. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * The quarter hours of a day a period covers; a period whose end is not after its start runs over midnight. Older tariffs may
 * have a period whose end is its start: it is the whole day.
 */
function quartersOf(period: Period): number[] {
  const start = minutesOf(period.start) / 15;
  const end = minutesOf(period.end) / 15;
  const length = end > start ? end - start : end - start + 96;
  return Array.from({ length }, (_, step) => (start + step) % 96);
}

/** Index of the period of each quarter hour of a day; undefined outside of all, and at a fixed price. */
export function listQuarterPeriods(tariff: Tariff): (number | undefined)[] {
  const indexes = new Array<number | undefined>(96).fill(undefined);
  if (tariff.method === "fixed") return indexes;
  for (const [index, period] of tariff.periods.entries())
    for (const quarter of quartersOf(period)) indexes[quarter] = index;
  return indexes;
}

/** Price of each quarter hour of a day as decimal text; undefined where the tariff has none. */
export function listQuarterPrices(tariff: Tariff): (string | undefined)[] {
  if (tariff.method === "fixed") return new Array<string>(96).fill(tariff.price);
  return listQuarterPeriods(tariff).map((index) =>
    index === undefined ? undefined : tariff.periods[index]?.price,
  );
}

/** Index of the first period that starts and ends at the same time; the whole day is 00:00–24:00. */
export function findWithoutLength(periods: readonly Period[]): number | undefined {
  const index = periods.findIndex(
    ({ start, end }) => start === end || (start === "24:00" && end === "00:00"),
  );
  return index === -1 ? undefined : index;
}

/** Index of the first period that overlaps an earlier one, or undefined (R5.6: periods may not overlap). */
export function findOverlap(periods: readonly Period[]): number | undefined {
  const covered = new Set<number>();
  for (const [index, period] of periods.entries()) {
    const quarters = quartersOf(period);
    if (quarters.some((quarter) => covered.has(quarter))) return index;
    for (const quarter of quarters) covered.add(quarter);
  }
  return undefined;
}

const isSamePrice = (one: string, other: string): boolean => Number(one) === Number(other);

/** Whether two tariffs have the same prices at every time of the day; the order of periods does not matter. */
export function isSameTariff(one: Tariff, other: Tariff): boolean {
  if (one.method === "fixed") return other.method === "fixed" && isSamePrice(one.price, other.price);
  if (other.method === "fixed" || one.periods.length !== other.periods.length) return false;
  return one.periods.every((period) =>
    other.periods.some(
      ({ start, end, price }) =>
        start === period.start && end === period.end && isSamePrice(price, period.price),
    ),
  );
}

interface StartLimits {
  readonly today: string;
  /** First day of the first tariff where past earnings may change, else undefined. */
  readonly firstDay: string | undefined;
  /** Number of tariffs that begin on other days. */
  readonly others: number;
}

/** Why a tariff cannot begin on a day; undefined when it can. */
export function findStartProblem(
  validFrom: string,
  { today, firstDay, others }: StartLimits,
): FieldProblem | undefined {
  const path = "tariffFrom";
  if (validFrom < today && firstDay === undefined) return { path, key: "field.tariffPast" };
  if (firstDay !== undefined && validFrom < firstDay && validFrom < today)
    return { path, key: "field.tariffTooEarly", params: { day: firstDay } };
  if (validFrom > addDays(today, MAX_DAYS_AHEAD))
    return { path, key: "field.tariffFarAhead", params: { max: MAX_DAYS_AHEAD } };
  if (others >= MAX_TARIFFS) return { path, key: "field.tooManyTariffs", params: { max: MAX_TARIFFS } };
  return undefined;
}

interface Dated {
  readonly validFrom: string;
}

/** Versions from the earliest, with another one; it replaces one that begins on the same day. */
export function addVersion<Version extends Dated>(versions: readonly Version[], added: Version): Version[] {
  const others = versions.filter(({ validFrom }) => validFrom !== added.validFrom);
  return [...others, added].sort((one, other) => one.validFrom.localeCompare(other.validFrom));
}

/**
 * The days until today whose prices a version decides, both included; its day is not before that of the first version.
 * Undefined where it decides none. The first version also holds for days before it, the plant's first day at the earliest.
 */
export function findPricedDays(
  versions: readonly Dated[],
  { validFrom }: Dated,
  { firstDay, today }: { firstDay: string | null; today: string },
): { fromDay: string; toDay: string } | undefined {
  const isFirst = versions.every((version) => version.validFrom >= validFrom);
  const fromDay = isFirst && firstDay !== null && firstDay < validFrom ? firstDay : validFrom;
  const next = versions.find((version) => version.validFrom > validFrom);
  const lastDay = next && addDays(next.validFrom, -1);
  const toDay = lastDay !== undefined && lastDay < today ? lastDay : today;
  return fromDay > toDay ? undefined : { fromDay, toDay };
}

/**
 * Mean price of a kWh when a day's energy is spread over its hours like these weights; hours without a price cost nothing.
 * Undefined without weight.
 */
export function averagePrice(tariff: Tariff, hourlyWeights: readonly number[]): number | undefined {
  if (tariff.method === "fixed") return Number(tariff.price);
  const prices = new Map(
    tariff.periods.flatMap((period) =>
      quartersOf(period).map((quarter) => [quarter, Number(period.price)] as const),
    ),
  );
  let [money, weights] = [0, 0];
  for (const [hour, weight] of hourlyWeights.entries()) {
    const ofHour = [0, 1, 2, 3].map((part) => prices.get((hour * 4 + part) % 96) ?? 0);
    money += (weight * ofHour.reduce((sum, price) => sum + price, 0)) / ofHour.length;
    weights += weight;
  }
  return weights > 0 ? money / weights : undefined;
}
