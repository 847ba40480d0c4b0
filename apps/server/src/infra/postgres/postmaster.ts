import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../logger.ts";
import { StartError } from "../start-error.ts";
import type { ProcessIdentity } from "./process-identity.ts";

// A recovery after a crash replays the log first, so this limit is for a start that hangs, not a slow one.
const START_TIMEOUT_MS = 120_000;
const FAST_STOP_MS = 5_000;
const IMMEDIATE_STOP_MS = 2_000;
/** Children of a killed postmaster keep its stderr open; its last lines are there long before. */
const LAST_LINES_MS = 500;
const MAX_STDERR_LINES = 100;
const environment = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** Starts a PostgreSQL program; its stderr is passed on line by line. */
export function launchProgram(
  identity: ProcessIdentity,
  command: readonly [string, ...string[]],
  onLine: (line: string) => void,
): ChildProcess {
  const [program, ...args] = [...identity.prefix, ...command] as [string, ...string[]];
  // A separate process group: Ctrl-C at the terminal reaches only the server, which then stops PostgreSQL last.
  const child = spawn(program, args, {
    env: environment,
    cwd: "/",
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const stderr = child.stderr as Readable;
  // An error of the message stream must not end the server.
  stderr.on("error", () => undefined);
  createInterface({ input: stderr }).on("line", onLine);
  return child;
}

/** The error message for a PostgreSQL program that failed with these lines on stderr. */
export function explainFailure(lines: readonly string[]): StartError {
  const text = lines.join("\n");
  if (text.includes("No space left on device"))
    return new StartError(
      "The disk of the data folder is full: PostgreSQL cannot start. Make room, then start again.",
    );
  if (text.includes("Read-only file system"))
    return new StartError("The data folder is on a read-only disk: PostgreSQL cannot start.");
  const reason =
    lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? "no reason given";
  return new StartError(`The embedded PostgreSQL does not start: ${reason}`);
}

/** Resolves when the process has ended, also when it never began. */
export function whenEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

/** Another statement needed the table, or PostgreSQL stops: it comes back to it later. */
const isAutovacuumEnded = (line: string): boolean =>
  line.includes("canceling autovacuum task") || line.includes("terminating autovacuum process");

/** Starts a postmaster; resolves when it accepts connections, rejects with a sentence when it ends before. */
export async function startPostmaster(options: {
  identity: ProcessIdentity;
  command: readonly [string, ...string[]];
  logger: Logger;
  /** Receives the process immediately, so that a stop during the start can reach it. */
  onLaunched(child: ChildProcess): void;
}): Promise<ChildProcess> {
  const { identity, command, logger, onLaunched } = options;
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const lines: string[] = [];
  const child = launchProgram(identity, command, (line) => {
    if (/ (FATAL|PANIC|ERROR): /.test(line) && !isAutovacuumEnded(line))
      logger.warn({ postgres: line }, "PostgreSQL");
    else logger.debug({ postgres: line }, "PostgreSQL");
    if (lines.length < MAX_STDERR_LINES) lines.push(line);
    if (line.includes("database system is ready to accept connections")) resolve();
  });
  onLaunched(child);
  child.once("error", reject);
  const fail = () => reject(explainFailure(lines));
  child.once("close", fail);
  child.once("exit", () => setTimeout(fail, LAST_LINES_MS).unref());
  const timer = setTimeout(() => {
    child.kill("SIGQUIT");
    reject(new StartError("The embedded PostgreSQL did not become ready in time."));
  }, START_TIMEOUT_MS);
  try {
    await ready;
    return child;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Stops a postmaster; resolves when it has ended. A fast stop rolls open transactions back; an immediate one is as safe
 * (the log is replayed), and so is SIGKILL, which alone ends a process that is suspended.
 */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  const ended = whenEnded(child);
  const endsWithin = (ms: number) => Promise.race([ended.then(() => true), delay(ms, false, { ref: false })]);
  child.kill("SIGINT");
  if (await endsWithin(FAST_STOP_MS)) return;
  child.kill("SIGQUIT");
  if (await endsWithin(IMMEDIATE_STOP_MS)) return;
  child.kill("SIGKILL");
  await ended;
}
