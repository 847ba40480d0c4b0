import { mkdtemp, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

// What a bench starts is stopped at its end, and also when the bench is stopped by SIGTERM or Ctrl-C.

export interface Resource<T> {
  start(): Promise<T>;
  stop(value: T): Promise<void>;
}

type Signal = "SIGTERM" | "SIGINT";

/** Stops of everything in use, in the order of the starts. Each may be called several times. */
const stops: (() => Promise<void>)[] = [];
let isInterrupted = false;
let isWatching = false;

async function stopAll(signal: Signal): Promise<void> {
  if (isInterrupted) return;
  isInterrupted = true;
  for (const stop of stops.toReversed())
    await stop().catch((error: unknown) => process.stderr.write(`${error}\n`));
  process.exit(128 + constants.signals[signal]);
}

function watchSignals(): void {
  if (isWatching) return;
  isWatching = true;
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stopAll(signal));
}

/** Never resolves after a signal: stopAll() ends the process. */
async function waitIfInterrupted(): Promise<void> {
  if (isInterrupted) await new Promise(() => undefined);
}

/** Starts a resource, runs with it and stops it. A signal stops all resources in reverse order and ends the process. */
export async function withResource<T, Result>(
  { start, stop }: Resource<T>,
  run: (value: T) => Promise<Result>,
): Promise<Result> {
  watchSignals();
  await waitIfInterrupted();
  const started = start();
  let stopped: Promise<void> | undefined;
  // After a signal during the start, the start is awaited; what did not start has nothing to stop.
  const stopOnce = () => {
    stopped ??= started.then(stop, () => undefined);
    return stopped;
  };
  stops.push(stopOnce);
  try {
    return await run(await started);
  } finally {
    await stopOnce();
    stops.splice(stops.indexOf(stopOnce), 1);
    await waitIfInterrupted();
  }
}

/** Runs with a new temporary folder and removes it. */
export function withFolder<Result>(name: string, run: (folder: string) => Promise<Result>): Promise<Result> {
  return withResource(
    {
      start: () => mkdtemp(join(tmpdir(), `heliograph-bench-${name}-`)),
      // Again when a process that was killed writes into it at the same moment.
      stop: (folder) => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
    },
    run,
  );
}
