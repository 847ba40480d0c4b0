/** A report to be sent. */
export interface DueReport {
  readonly gateway: number;
  readonly turn: number;
  /** After the start of the run. */
  readonly dueMs: number;
}

/** The reports of a run in the order of sending: every gateway once an interval, gateways evenly spread over it. */
export function listDueReports(options: {
  gateways: number;
  intervalS: number;
  seconds: number;
}): DueReport[] {
  const { gateways, intervalS, seconds } = options;
  const stepMs = (intervalS * 1000) / gateways;
  const count = Math.ceil((seconds * 1000) / stepMs);
  return Array.from({ length: count }, (_, index) => ({
    gateway: index % gateways,
    turn: Math.floor(index / gateways),
    dueMs: index * stepMs,
  }));
}
