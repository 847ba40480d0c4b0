const MAX_INTERVAL_S = 86_400;

/** Seconds between instants in order of time, by the middle of their steps: neither nights nor outages decide. */
export function stepOf(instants: readonly number[]): number | undefined {
  const steps = instants
    .slice(1)
    .map((at, index) => at - instants[index]!)
    .filter((stepMs) => stepMs > 0)
    .sort((a, b) => a - b);
  const middle = steps[Math.floor((steps.length - 1) / 2)];
  return middle === undefined ? undefined : Math.min(MAX_INTERVAL_S, Math.max(1, Math.round(middle / 1000)));
}
