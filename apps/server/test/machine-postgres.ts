import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import pg from "pg";
import { findProcessIdentity } from "../src/infra/postgres/process-identity.ts";

function findPrograms(): string | undefined {
  const asked = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim();
  return ["/usr/lib/postgresql/15/bin", asked].find((folder) => folder && existsSync(join(folder, "initdb")));
}

const programs = findPrograms();

/** Whether the machine has a PostgreSQL of its own; a test without one is skipped by name, and CI must have one. */
export const hasMachinePostgres = programs !== undefined;

if (!hasMachinePostgres && process.env.CI === "true")
  throw new Error("CI needs a PostgreSQL on the machine: install the package postgresql.");

function command(program: string, args: readonly string[], prefix: readonly string[]): [string, string[]] {
  const [first, ...rest] = [...prefix, join(programs as string, program), ...args];
  return [first as string, rest];
}

export interface MachinePostgres {
  url: string;
  /** Process number of the postmaster. */
  readonly pid: number;
  /** Ends the postmaster by this signal; resolves when it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again after a kill; resolves when it accepts connections, and rejects once it is stopped. */
  start(): Promise<void>;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

function launchPostmaster(options: {
  data: string;
  folder: string;
  prefix: readonly string[];
  settings: readonly string[];
}): ChildProcess {
  const settings = ["listen_addresses=", ...options.settings].flatMap((setting) => ["-c", setting]);
  const serve = ["-D", options.data, "-k", options.folder, ...settings];
  return spawn(...command("postgres", serve, options.prefix), { stdio: ["ignore", "ignore", "pipe"] });
}

/** Whether the postmaster became ready; false when it ended before. */
async function becomesReady(child: ChildProcess): Promise<boolean> {
  const stderr = child.stderr as Readable;
  for await (const line of createInterface({ input: stderr })) {
    if (!line.includes("ready to accept")) continue;
    stderr.resume();
    return true;
  }
  return false;
}

/**
 * The machine's own PostgreSQL with a folder, a socket and an empty database of its own, reached by its address. Nothing
 * is synced unless `isSynced`.
 */
export async function startMachinePostgres(options: { isSynced?: boolean } = {}): Promise<MachinePostgres> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  const { owner, prefix } = findProcessIdentity();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const settings = options.isSynced ? ["fsync=on", "synchronous_commit=on"] : ["fsync=off"];
  const init = ["-D", data, "-U", "owner", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"];
  const made = spawnSync(...command("initdb", init, prefix));
  if (made.status !== 0) throw new Error(String(made.stderr));
  let child: ChildProcess;
  let isStopped = false;

  async function start(): Promise<void> {
    // What a killed postmaster left behind may keep the next one from starting for a moment, as on any machine.
    do {
      if (isStopped) throw new Error("this PostgreSQL is stopped");
      child = launchPostmaster({ data, folder, prefix, settings });
    } while (!(await becomesReady(child)));
  }

  async function kill(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  await start();
  const client = new pg.Client({ host: folder, user: "owner", database: "postgres" });
  await client.connect();
  await client.query("create database plants");
  await client.end();
  return {
    url: `postgres://owner@${encodeURIComponent(folder)}/plants`,
    get pid() {
      return child.pid as number;
    },
    kill,
    start,
    async stop() {
      isStopped = true;
      await kill("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
