import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
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

/** The machine's own PostgreSQL with a folder, a socket and an empty database of its own, reached by its address. */
export async function startMachinePostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  const { owner, prefix } = findProcessIdentity();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const init = ["-D", data, "-U", "owner", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"];
  const made = spawnSync(...command("initdb", init, prefix));
  if (made.status !== 0) throw new Error(String(made.stderr));
  const serve = ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"];
  const child = spawn(...command("postgres", serve, prefix), { stdio: ["ignore", "ignore", "pipe"] });
  for await (const line of createInterface({ input: child.stderr }))
    if (line.includes("ready to accept")) break;
  child.stderr.resume();
  const client = new pg.Client({ host: folder, user: "owner", database: "postgres" });
  await client.connect();
  await client.query("create database plants");
  await client.end();
  return {
    url: `postgres://owner@${encodeURIComponent(folder)}/plants`,
    async stop() {
      child.kill("SIGINT");
      if (child.exitCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
