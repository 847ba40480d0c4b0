interface SleepingPlant {
  readonly isAsleep: boolean;
  readonly powerW: number | null;
}

/**
 * Whether a plant's power and efficiency give way to the night or the low light: its units are asleep and produce nothing.
 * Whether its gateway reports zeros or nothing until sunrise makes no difference. The power of a plant that is offline, shut
 * down or waiting is missing, by night too: it would not come back with the sun.
 */
export const isDark = ({ isAsleep, powerW }: SleepingPlant): boolean =>
  isAsleep && !(powerW !== null && powerW > 0);
