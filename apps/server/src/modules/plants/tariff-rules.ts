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
