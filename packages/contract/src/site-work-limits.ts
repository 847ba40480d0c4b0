/** Longest site work, h. */
export const MAX_SITE_WORK_H = 72;
/** How far ahead site work can be planned, days. */
export const MAX_SITE_WORK_DAYS_AHEAD = 14;
/** Longest reason, characters. */
export const MAX_SITE_WORK_REASON = 200;
