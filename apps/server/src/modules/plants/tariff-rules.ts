import type { Tariff } from "@heliograph/contract";

type Period = Extract<Tariff, { method: "time" }>["periods"][number];

/** Minutes of a local day from `07:15`; `24:00` is the end of the day. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** The quarter hours of a day a period covers; a period whose end is not after its start runs over midnight. */
function quartersOf(period: Period): number[] {
  const start = minutesOf(period.start) / 15;
  const end = minutesOf(period.end) / 15;
  const length = end > start ? end - start : end - start + 96;
  return Array.from({ length }, (_, step) => (start + step) % 96);
}

/** Index of the first period that overlaps an earlier one, or undefined (R5.6: periods may not overlap). */
export function findOverlap(periods: readonly Period[]): number | undefined {
  const taken = new Set<number>();
  for (const [index, period] of periods.entries()) {
    const quarters = quartersOf(period);
    if (quarters.some((quarter) => taken.has(quarter))) return index;
    for (const quarter of quarters) taken.add(quarter);
  }
  return undefined;
}

/** The version that counts on a day; before the first one begins, the first. Versions come the earliest first. */
export function tariffOn<Version extends { readonly validFrom: string }>(
  versions: readonly Version[],
  day: string,
): Version | undefined {
  return versions.findLast(({ validFrom }) => validFrom <= day) ?? versions[0];
}

const isSamePrice = (one: string, other: string): boolean => Number(one) === Number(other);

/** Whether two tariffs ask the same at every time of the day; the order of periods does not matter. */
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
