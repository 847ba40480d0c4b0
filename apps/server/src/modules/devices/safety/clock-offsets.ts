/** Measurements of a session kept for its estimate. */
const MAX_MEASUREMENTS = 20;
/** A report may be late for other reasons than its clock: a clock is taken to be slow only after this many. */
const MIN_FOR_SLOW = 3;
/** Differences up to this are the way of the report, not the clock. */
const WAY_MS = 2_000;
/** A stored offset is written again when it differs by more. */
const WRITE_ABOVE_MS = 250;

interface Measured {
  readonly epoch: number;
  readonly differences: number[];
  writtenMs: number | undefined;
}

export type ClockOffsets = ReturnType<typeof createClockOffsets>;

/** What to add to the instants of gateways to have the server's, by their live reports: the least delayed one is the best. */
export function createClockOffsets() {
  const gateways = new Map<string, Measured>();

  const estimate = ({ differences }: Measured): number => Math.min(...differences);

  return {
    note(
      { gatewayId, epoch }: { gatewayId: string; epoch: number },
      sentAtMs: number,
      receivedAtMs: number,
    ): void {
      let measured = gateways.get(gatewayId);
      if (measured?.epoch !== epoch) {
        measured = { epoch, differences: [], writtenMs: undefined };
        gateways.set(gatewayId, measured);
      }
      measured.differences.push(receivedAtMs - sentAtMs);
      if (measured.differences.length > MAX_MEASUREMENTS) measured.differences.shift();
    },
    /**
     * An instant of the gateway in the server's time. A clock that is ahead is always corrected; one that is slow only when it
     * is known, so that a report which was only late is never taken to be newer than it is.
     */
    correct(gatewayId: string, atMs: number): number {
      const measured = gateways.get(gatewayId);
      if (!measured) return atMs;
      const offsetMs = estimate(measured);
      const isSlow = offsetMs > WAY_MS && measured.differences.length >= MIN_FOR_SLOW;
      return offsetMs < 0 || isSlow ? atMs + offsetMs : atMs;
    },
    /** Offsets that are new or have changed since they were taken. */
    takeChanged(): { gatewayId: string; epoch: number; offsetMs: number }[] {
      const changed: { gatewayId: string; epoch: number; offsetMs: number }[] = [];
      for (const [gatewayId, measured] of gateways) {
        const offsetMs = estimate(measured);
        if (measured.writtenMs !== undefined && Math.abs(offsetMs - measured.writtenMs) <= WRITE_ABOVE_MS)
          continue;
        measured.writtenMs = offsetMs;
        changed.push({ gatewayId, epoch: measured.epoch, offsetMs });
      }
      return changed;
    },
    forget: (gatewayId: string): void => void gateways.delete(gatewayId),
  };
}
