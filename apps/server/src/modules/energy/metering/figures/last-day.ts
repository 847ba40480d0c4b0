export const HOUR_MS = 3_600_000;

/** The hours that the last 24 hours of an instant touch. */
export const HOURS = 25;

/** First of the hours whose energies are kept, in hours since 1970. */
export const firstHourAt = (now: number): number => Math.floor(now / HOUR_MS) - (HOURS - 1);

/** Energies of the hours from `firstHour` added up, beginning with 0: a sum from any of them on is one subtraction. */
export function accumulateHours(hoursWh: ReadonlyMap<number, number>, firstHour: number): number[] {
  const sums = [0];
  for (let index = 0; index < HOURS; index++)
    sums.push((sums[index] as number) + (hoursWh.get(firstHour + index) ?? 0));
  return sums;
}
