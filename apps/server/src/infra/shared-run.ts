import { setImmediate as endOfTurn } from "node:timers/promises";

/**
 * Lets callers share runs of the same work. One run at a time: calls during a run share the next, so that each result is of
 * a run that began after its call.
 */
export function createSharedRun<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> | undefined;
  let next: Promise<Result> | undefined;

  async function runNext(): Promise<Result> {
    // Without a run to wait for, the calls of one turn of the event loop share one.
    await (running ?? endOfTurn());
    next = undefined;
    const run = work();
    const ended = run.then(
      () => undefined,
      () => undefined,
    );
    running = ended;
    void ended.then(() => {
      if (running === ended) running = undefined;
    });
    return await run;
  }

  return () => {
    next ??= runNext();
    return next;
  };
}

/** Reads rows by key: the calls of one turn of the event loop share a reading, which begins after them. */
export function createBatchedRead<Row>(
  readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (key: string) => Promise<Row | undefined> {
  let next: { keys: Set<string>; rows: Promise<ReadonlyMap<string, Row>> } | undefined;

  function startReading() {
    const keys = new Set<string>();
    const rows = endOfTurn().then(() => {
      next = undefined;
      return readMany([...keys]);
    });
    return { keys, rows };
  }

  return async (key) => {
    next ??= startReading();
    next.keys.add(key);
    return (await next.rows).get(key);
  };
}
