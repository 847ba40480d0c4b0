import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { chownSync, existsSync, realpathSync, rmSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Logger } from "../logger.ts";
import { StartError } from "../start-error.ts";
import { findPostgresBinaries } from "./embedded-binaries.ts";
import { socketFolderPrefix, stopLeftoverPostmaster } from "./leftover-postmaster.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import { findProcessIdentity } from "./process-identity.ts";

// The package's own class listens on TCP with a password, wants a user made for root, and stops on signals by
// itself, ahead of the server's order; only its programs are used.

export interface EmbeddedPostgres {
  /** Folder of the unix socket: open to this user alone, so it needs no password. */
  socketFolder: string;
  user: string;
  stop(): Promise<void>;
}

export const embeddedUser = "heliograph";

const settings: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  shared_buffers: "32MB",
  max_connections: "40",
  jit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_parallel_workers_per_gather: "0",
  timezone: "UTC",
  log_timezone: "UTC",
};

// A recovery after a crash replays the log first; this bounds a start that hangs, not a slow one.
const startWithinMs = 120_000;
const stopWithinMs = 8_000;
const environment = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

function launch(identity: ProcessIdentity, command: string, args: readonly string[]): ChildProcess {
  const [program, ...rest] = [...identity.prefix, command, ...args] as [string, ...string[]];
  // A session of its own: Ctrl-C at the terminal reaches the server alone, which then stops PostgreSQL last.
  return spawn(program, rest, {
    env: environment,
    cwd: "/",
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
}

function explainFailure(lines: readonly string[]): StartError {
  const text = lines.join("\n");
  if (text.includes("No space left on device"))
    return new StartError(
      "The disk of the data folder is full: PostgreSQL cannot start. Make room, then start again.",
    );
  if (text.includes("Read-only file system"))
    return new StartError("The data folder lies on a read-only disk: PostgreSQL cannot start.");
  const reason =
    lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? "no reason given";
  return new StartError(`The embedded PostgreSQL does not start: ${reason}`);
}

async function createCluster(initdb: string, folder: string, identity: ProcessIdentity): Promise<void> {
  // Made aside and renamed, so that a start cut short leaves no half cluster.
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  if (identity.owner) chownSync(draft, identity.owner.uid, identity.owner.gid);
  const lines: string[] = [];
  const child = launch(identity, initdb, [
    `--pgdata=${draft}`,
    `--username=${embeddedUser}`,
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ]);
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on("line", (line) => lines.push(line));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw explainFailure(lines);
  }
  await rename(draft, folder);
}

/** Resolves when the server accepts connections; rejects with a sentence when it ends before. */
function waitUntilReady(child: ChildProcess, logger: Logger): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    const timer = setTimeout(() => {
      child.kill("SIGQUIT");
      reject(new StartError("The embedded PostgreSQL did not become ready in time."));
    }, startWithinMs);
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on("line", (line) => {
      if (/ (FATAL|PANIC|ERROR): /.test(line)) logger.warn({ postgres: line }, "PostgreSQL");
      else logger.debug({ postgres: line }, "PostgreSQL");
      if (lines.length < 100) lines.push(line);
      if (line.includes("database system is ready to accept connections")) {
        clearTimeout(timer);
        resolve();
      }
    });
    child.once("error", reject);
    child.once("close", () => {
      clearTimeout(timer);
      reject(explainFailure(lines));
    });
  });
}

function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    // A fast stop: open transactions are rolled back. Should it hang, an immediate stop is safe too (the log is replayed).
    const timer = setTimeout(() => child.kill("SIGQUIT"), stopWithinMs);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill("SIGINT");
  });
}

function findOwner(folder: string): { uid: number; gid: number } | undefined {
  if (!existsSync(folder)) return undefined;
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

/**
 * PostgreSQL as a child process with its files in `folder` and no port. The caller holds the server lock.
 * Throws StartError.
 */
export async function startEmbeddedPostgres(options: {
  folder: string;
  logger: Logger;
  extraSettings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const { logger } = options;
  const { initdb, postgres } = await findPostgresBinaries();
  const identity = findProcessIdentity(findOwner(options.folder));
  if (!existsSync(join(options.folder, "PG_VERSION"))) await createCluster(initdb, options.folder, identity);
  const folder = realpathSync(options.folder);
  await stopLeftoverPostmaster(folder, logger);

  // A socket's path is limited to 107 bytes (sun_path), and a data folder may lie deeper than that.
  const base = tmpdir().length < 60 ? tmpdir() : "/tmp";
  const socketFolder = await mkdtemp(join(base, socketFolderPrefix));
  if (identity.owner) chownSync(socketFolder, identity.owner.uid, identity.owner.gid);

  const all = { ...settings, unix_socket_directories: socketFolder, ...options.extraSettings };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = launch(identity, postgres, ["-D", folder, ...flags]);
  // A process that ends without its stop() still takes PostgreSQL along.
  const killNow = () => {
    child.kill("SIGINT");
    rmSync(socketFolder, { recursive: true, force: true });
  };
  process.once("exit", killNow);

  async function stop(): Promise<void> {
    await stopProcess(child);
    process.off("exit", killNow);
    await rm(socketFolder, { recursive: true, force: true });
  }

  try {
    await waitUntilReady(child, logger);
  } catch (error) {
    await stop();
    throw error;
  }
  child.once("exit", (code, signal) => logger.info({ code, signal }, "PostgreSQL ended"));
  return { socketFolder, user: embeddedUser, stop };
}
