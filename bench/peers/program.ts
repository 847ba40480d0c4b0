import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

// Unit of `blocks` in stat(2).
const BLOCK_BYTES = 512;
const READY_POLL_MS = 50;
// Only end a wait for a program that hangs.
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const MAX_SHOWN_CHARS = 2_000;

export interface RunningProgram {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Whether the program is in a folder of PATH. */
export function isInstalled(program: string): boolean {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => folder !== "" && existsSync(join(folder, program)));
}

/** Version of an installed Debian package; empty when the program came in another way. */
export function readPackageVersion(debianPackage: string): string {
  const { stdout } = spawnSync("dpkg-query", ["-s", debianPackage], { encoding: "utf8" });
  return /^Version: (.*)$/m.exec(stdout ?? "")?.[1] ?? "";
}

/** A TCP port that is free on the loopback address. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

/** Space of all files below a folder on the disk, bytes; less than their lengths where a file has been reserved. */
export function measureFolder(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.blocks ?? 0)
    .reduce((total, blocks) => total + blocks * BLOCK_BYTES, 0);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  child.kill("SIGTERM");
  await ended;
  clearTimeout(timer);
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // Does not listen yet.
    return false;
  }
}

/** Starts a program with its output in `folder`/log; resolves when the URL is served, rejects with the log otherwise. */
export async function startProgram(options: {
  program: string;
  args: readonly string[];
  folder: string;
  readyUrl: string;
}): Promise<RunningProgram> {
  const logPath = join(options.folder, "log");
  const log = openSync(logPath, "w");
  const child = spawn(options.program, options.args, { stdio: ["ignore", log, log], cwd: options.folder });
  closeSync(log);
  await once(child, "spawn");
  const endsAt = performance.now() + START_TIMEOUT_MS;
  while (!(await isReady(options.readyUrl))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > endsAt) {
      await stop(child);
      throw new Error(
        `${options.program} does not start: ${readFileSync(logPath, "utf8").slice(-MAX_SHOWN_CHARS)}`,
      );
    }
    await wait(READY_POLL_MS);
  }
  return { pid: child.pid as number, stop: () => stop(child) };
}
