const HOUR_MS = 3_600_000;
// Kiribati and Baker Island.
const EARLIEST_ZONE_H = 14;
const LATEST_ZONE_H = -12;

const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Today in the zone where days begin first: some plant may already have it. */
export const findLatestDay = (now: number): string => dayAt(now + EARLIEST_ZONE_H * HOUR_MS);

/** The last day that is over in every time zone. */
export const findCompleteDay = (now: number): string => dayAt(now + (LATEST_ZONE_H - 24) * HOUR_MS);
