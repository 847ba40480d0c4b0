/** Alarms that one call clears or acknowledges at most. */
export const MAX_ALARMS_PER_CALL = 200;
/** Characters of the reason of a forced clear. */
export const MAX_CLEAR_REASON = 200;
