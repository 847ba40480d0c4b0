/** Report interval of a gateway that has not announced one. */
export const DEFAULT_REPORT_INTERVAL_S = 300;

/** Report intervals for which a measured power counts (domain: Power). */
export const POWER_VALID_INTERVALS = 2;

/** Report intervals without a message after which a gateway or unit is offline (domain: Status). */
export const OFFLINE_AFTER_INTERVALS = 3;

/** Time a report takes from its gateway to the browser. */
const DELIVERY_MS = 15_000;

/** Whether a power measured at `at` (ms) still counts at `now`. */
export function isPowerValid(at: number, reportIntervalMs: number, now: number): boolean {
  return now - at < POWER_VALID_INTERVALS * reportIntervalMs;
}

/**
 * Whether a shown value is older than its report interval explains. The default interval applies where the caller may
 * not see the plant's own.
 */
export function isValueStale(measuredAt: string, reportIntervalS: number | null, now: number): boolean {
  const intervalMs = (reportIntervalS ?? DEFAULT_REPORT_INTERVAL_S) * 1000;
  return !isPowerValid(Date.parse(measuredAt), intervalMs, now - DELIVERY_MS);
}
