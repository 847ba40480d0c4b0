/** Alarms that one call clears or acknowledges at most. */
export const MAX_ALARMS_PER_CALL = 200;
