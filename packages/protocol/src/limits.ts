/** Bounds of the device link; every one of them is checked before a report costs memory or storage. */
export const LIMITS = {
  /** Largest packet a gateway should send, bytes. */
  packetBytes: 64 * 1024,
  /** Largest packet that is read at all, bytes. */
  packetHardBytes: 256 * 1024,
  /** Nesting of a payload; the deepest message needs 5. */
  depth: 8,
  /** Keys of one object; checking tens of thousands of them would cost a tenth of a second. */
  keys: 256,
  /** Latest instant a date can hold, ms. */
  instantMs: 8.64e15,
  units: 500,
  unitIndex: 65_535,
  tables: 32,
  tableIndex: 255,
  columns: 64,
  events: 2_000,
  params: 2_000,
  capabilities: 64,
  wantedRanges: 256,
  taggedSessions: 3,
  openChunks: 4,
  chunkBytes: 32 * 1024,
  keptCommandIds: 64,
  /** A report further ahead of the cloud's clock is rejected, ms. */
  futureMs: 10 * 60 * 1000,
} as const;
