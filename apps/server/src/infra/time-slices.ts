/**
 * Runs work in its order, and lets the event loop turn whenever what ran since its last turn has taken `sliceMs`: what
 * arrives while hundreds of pieces wait is not held up by all of them. Of a piece only the part before its first `await`
 * counts.
 */
export function createTimeSlices(
  sliceMs: number,
): <Result>(work: () => Result | PromiseLike<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let endsAtMs: number | undefined;

  const isOver = () => endsAtMs !== undefined && performance.now() >= endsAtMs;

  function startSlice(): void {
    endsAtMs = performance.now() + sliceMs;
    setImmediate(endSlice);
  }

  function endSlice(): void {
    endsAtMs = undefined;
    if (waiting.length === 0) return;
    startSlice();
    while (waiting.length > 0 && !isOver()) waiting.shift()?.();
  }

  return (work) => {
    if (waiting.length === 0 && !isOver()) {
      if (endsAtMs === undefined) startSlice();
      return Promise.try(work);
    }
    return new Promise((resolve) => waiting.push(() => resolve(Promise.try(work))));
  };
}
