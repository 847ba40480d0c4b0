/**
 * Figures of the datasheet that are also in docs/performance.md and docs/device-link.md; a test compares them.
 */
export const figures = {
  samplesPerSecond: 97_000,
  bytesPerSample: 12.6,
  homeListMs: 4.4,
  dayCurveMs: 8.1,
  moduleWeekMs: 14,
  warmStartS: [0.7, 1.0],
  idleMemoryMb: [215, 370],
  messagesPerSecond: 500,
  adoptedUnits: 1_000,
  openAlarms: 64,
  heldDays: 7,
} as const;
