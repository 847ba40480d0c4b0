import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../logger.ts";
import { StartError } from "../start-error.ts";

export const socketFolderPrefix = "heliograph-";
const FAST_STOP_MS = 15_000;
const IMMEDIATE_STOP_MS = 5_000;
const KILL_MS = 5_000;
const POLL_MS = 20;

interface RunningProcess {
  pid: number;
  command: string;
}

function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** Running processes; those that are gone or only wait to be reaped have no command line. */
function listProcesses(): RunningProcess[] {
  if (process.platform === "linux")
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ pid: Number(name), command: readCommandLine(Number(name)) }));
  const lines = execFileSync("ps", ["-axo", "pid=,command="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && command ? [{ pid: Number(pid), command: `${command} ` }] : [];
  });
}

async function readPostmasterFile(folder: string): Promise<string[] | undefined> {
  try {
    return (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Sends a signal to processes, of which any may have ended meanwhile. */
function signalAll(processes: readonly RunningProcess[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

async function waitUntilGone(list: () => readonly RunningProcess[], withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (list().length > 0) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

async function stopPostmasterOf(folder: string, pid: number, logger: Logger): Promise<void> {
  const isOurs = (running: RunningProcess) =>
    running.pid === pid && running.command.includes(`-D ${folder} `);
  const list = () => listProcesses().filter(isOurs);
  if (list().length === 0) return;
  logger.warn({ pid }, "PostgreSQL of a killed server is still running; stopping it");
  for (const [signal, withinMs] of [
    ["SIGINT", FAST_STOP_MS],
    ["SIGQUIT", IMMEDIATE_STOP_MS],
    // The only one that ends a suspended process; the write-ahead log makes it safe.
    ["SIGKILL", KILL_MS],
  ] as const) {
    signalAll(list(), signal);
    if (await waitUntilGone(list, withinMs)) return;
  }
  throw new StartError(
    `A PostgreSQL of an earlier start (process ${pid}) does not stop: end it, then start again.`,
  );
}

/**
 * Children of a postmaster that was killed hold its shared memory while they work or are suspended, and PostgreSQL does
 * not start before they have ended. Their titles carry the cluster's name, which is that of the socket folder.
 */
async function killOrphans(clusterName: string, logger: Logger): Promise<void> {
  const list = () =>
    listProcesses().filter(({ command }) => command.startsWith(`postgres: ${clusterName}: `));
  const orphans = list();
  if (orphans.length === 0) return;
  logger.warn({ pids: orphans.map(({ pid }) => pid) }, "ending what a killed PostgreSQL left running");
  signalAll(orphans, "SIGKILL");
  if (!(await waitUntilGone(list, KILL_MS)))
    throw new StartError("Processes of a killed PostgreSQL do not end: end them, then start again.");
}

/**
 * Ends what still runs of an earlier PostgreSQL of this folder and removes its lock file. Only the holder of the server
 * lock may call it. Returns the earlier socket folder, if there was one.
 */
export async function removeLeftovers(folder: string, logger: Logger): Promise<string | undefined> {
  const lines = await readPostmasterFile(folder);
  if (!lines) return undefined;
  const pid = Number(lines[0]);
  const socketFolder = lines[4] ?? "";
  if (Number.isInteger(pid) && pid > 1) await stopPostmasterOf(folder, pid, logger);
  const isOurSocketFolder = basename(socketFolder).startsWith(socketFolderPrefix);
  if (isOurSocketFolder) await killOrphans(basename(socketFolder), logger);
  // PostgreSQL refuses its own folder when the process number in this file has been given to another process.
  await rm(join(folder, "postmaster.pid"), { force: true });
  return isOurSocketFolder && dirname(socketFolder) !== "/" ? socketFolder : undefined;
}
