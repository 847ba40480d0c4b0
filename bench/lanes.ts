/**
 * Runs each item once, in several lanes side by side; returns the results in the order in which they came. A lane that fails ends
 * the others after the item that each has begun, and all have ended when this throws.
 */
export async function runInLanes<Item, Result>(
  { count, items }: { count: number; items: readonly Item[] },
  runLane: (next: () => Item | undefined, add: (result: Result) => void) => Promise<void>,
): Promise<Result[]> {
  const left = items.values();
  const results: Result[] = [];
  let hasFailed = false;
  const next = () => (hasFailed ? undefined : left.next().value);
  const lanes = await Promise.allSettled(
    Array.from({ length: Math.min(count, items.length) }, () =>
      runLane(next, (result) => results.push(result)).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    ),
  );
  for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
  return results;
}
