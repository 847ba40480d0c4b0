const HOUR_MS = 3_600_000;

/** Label of a moment in ms since the axis begins. */
export type Label = (ms: number) => string;

/** Labels of one day by its clock: midnight at its end is 24:00. */
export function labelDay(lengthMs: number, clock: Label): Label {
  // A change of zone ends a day at another time of its own clock.
  const isWhole = Math.abs(lengthMs - 24 * HOUR_MS) <= HOUR_MS;
  return (ms) => (ms >= lengthMs && isWhole ? "24:00" : clock(ms));
}
