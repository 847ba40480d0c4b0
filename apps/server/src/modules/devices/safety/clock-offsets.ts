/** Latest measurements of a session that count: a clock that was set meanwhile is noticed by the next ones. */
const MAX_MEASUREMENTS = 3;
/** Differences up to this are the way of the report, not the clock. */
const WAY_MS = 2_000;
/** A stored offset is written again when it differs by more. */
const WRITE_ABOVE_MS = 250;

interface Measured {
  readonly epoch: number;
  readonly differences: number[];
  /** Null: none is stored, as at the start of each session. */
  writtenMs: number | null;
}

/** An offset to store; null while it is not known. */
export interface StoredOffset {
  readonly gatewayId: string;
  readonly epoch: number;
  readonly offsetMs: number | null;
}

export type ClockOffsets = ReturnType<typeof createClockOffsets>;

/** The least delayed report is the best measurement. */
const estimate = ({ differences }: Measured): number => Math.min(...differences);

/** After a report whose difference grew, it is not known whether the report was late or the clock was set back. */
function findKnown(measured: Measured): number | null {
  const offsetMs = estimate(measured);
  return (measured.differences.at(-1) as number) - offsetMs > WAY_MS ? null : offsetMs;
}

/** Whether a clock is slow for certain: reports may be late, but not several in a row by the same time. */
function isSlow(measured: Measured): boolean {
  const { differences } = measured;
  const minMs = estimate(measured);
  return (
    differences.length === MAX_MEASUREMENTS && minMs > WAY_MS && Math.max(...differences) - minMs <= WAY_MS
  );
}

const isChanged = ({ writtenMs }: Measured, offsetMs: number | null): boolean =>
  writtenMs === null || offsetMs === null
    ? writtenMs !== offsetMs
    : Math.abs(offsetMs - writtenMs) > WRITE_ABOVE_MS;

/** What to add to the instants of gateways to have the server's, by the latest live reports of their sessions. */
export function createClockOffsets() {
  const gateways = new Map<string, Measured>();

  return {
    note(
      { gatewayId, epoch }: { gatewayId: string; epoch: number },
      sentAtMs: number,
      receivedAtMs: number,
    ): void {
      let measured = gateways.get(gatewayId);
      if (measured?.epoch !== epoch) {
        measured = { epoch, differences: [], writtenMs: null };
        gateways.set(gatewayId, measured);
      }
      measured.differences.push(receivedAtMs - sentAtMs);
      if (measured.differences.length > MAX_MEASUREMENTS) measured.differences.shift();
    },
    /**
     * An instant of the gateway in the server's time. A clock that is ahead is always corrected; one that is slow only when that is
     * certain, so that a report which was only late is never taken to be newer than it is.
     */
    correct(gatewayId: string, atMs: number): number {
      const measured = gateways.get(gatewayId);
      if (!measured) return atMs;
      const offsetMs = estimate(measured);
      return offsetMs < 0 || isSlow(measured) ? atMs + offsetMs : atMs;
    },
    /** Stores offsets that are new or have changed; the next call repeats those that could not be stored. */
    async storeChanged(store: (changed: readonly StoredOffset[]) => Promise<void>): Promise<void> {
      const changed = [...gateways]
        .map(([gatewayId, measured]) => ({ gatewayId, measured, offsetMs: findKnown(measured) }))
        .filter(({ measured, offsetMs }) => isChanged(measured, offsetMs));
      if (changed.length === 0) return;
      await store(
        changed.map(({ gatewayId, measured: { epoch }, offsetMs }) => ({ gatewayId, epoch, offsetMs })),
      );
      for (const { measured, offsetMs } of changed) measured.writtenMs = offsetMs;
    },
    forget: (gatewayId: string): void => void gateways.delete(gatewayId),
  };
}
