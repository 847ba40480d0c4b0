// This file is loaded by the browser: it imports no schema and no library.

/** Devices of one campaign. */
export const MAX_UPGRADE_DEVICES = 5_000;
/** Window of a new campaign: hours of the plant's own day in which nothing is produced. */
export const DEFAULT_WINDOW = { fromHour: 20, toHour: 5 } as const;
export const DEFAULT_WAVES = { firstWave: 5, waveSize: 100, maxFailures: 5 } as const;
