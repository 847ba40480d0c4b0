/** Signal strength in dBm from which it is good, and below which it is weak. */
export const GOOD_SIGNAL_DBM = -70;
export const WEAK_SIGNAL_DBM = -85;
