const HOUR_MS = 3_600_000;

/** What bounds the growth of a counter; the roll-up computes the same bound in SQL. */
export const GROWTH_BOUND = {
  /** A unit exceeds its rating in cold, bright moments; beyond this multiple its counter has jumped. */
  margin: 1.3,
  /** By how much a counter of whole watt-hours can be ahead of the energy it counts. */
  counterStepWh: 1,
} as const;

/**
 * The most a counter can grow, in Wh, on a unit rated at ratedPowerW within elapsedMs. Over seconds the steps of the
 * counter weigh more than the margin, so one step above the rated power is always allowed.
 */
export function maxGrowthWh(ratedPowerW: number, elapsedMs: number): number {
  const ratedWh = (ratedPowerW * elapsedMs) / HOUR_MS;
  return Math.max(GROWTH_BOUND.margin * ratedWh, ratedWh + GROWTH_BOUND.counterStepWh);
}
