const USUAL_INTERVAL_S = 300;
const GRACE_MS = 15_000;

/** A value is old after two report intervals and a little; where a plant's interval is not told, after two usual ones. */
export const isOverdue = (at: string, reportIntervalS: number | null, now: number): boolean =>
  now - Date.parse(at) > 2 * (reportIntervalS ?? USUAL_INTERVAL_S) * 1000 + GRACE_MS;
