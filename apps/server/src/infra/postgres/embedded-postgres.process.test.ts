import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connectClient } from "./connect-client.ts";
import type { EmbeddedPostgres } from "./embedded-postgres.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { pauseBeforeAttemptMs } from "./postmaster-supervisor.ts";

const ERROR_LEVEL = 50;
const lines: { level: number; msg: string; reason?: string }[] = [];
const logger = pino({ base: undefined }, { write: (line) => lines.push(JSON.parse(line)) });
let top: string;
let folder: string;
let server: EmbeddedPostgres;

const connect = () => connectClient({ host: server.socketFolder, user: server.user, database: "postgres" });
const readPid = () => Number(readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
const waitForRestart = (restarts: number) =>
  vi.waitFor(() => expect(server.state()).toMatchObject({ isRunning: true, restarts }), { timeout: 50_000 });
const isRunning = (pid: number) => existsSync(`/proc/${pid}/cmdline`);

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  folder = join(top, "postgres");
  server = await startEmbeddedPostgres({ folder, logger });
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await server.stop();
  await rm(top, { recursive: true, force: true });
});

test("restarts on the same socket when its process was killed, and logs it", async () => {
  expect(server.state()).toMatchObject({ isRunning: true, restarts: 0 });
  const client = await connect();
  await client.query("create table kept as select 1 as one");
  const pid = readPid();
  process.kill(pid, "SIGKILL");
  await waitForRestart(1);
  expect(readPid()).not.toBe(pid);
  const again = await connect();
  expect((await again.query("select one from kept")).rows).toEqual([{ one: 1 }]);
  await again.end();
  // A first attempt may have found a child of the killed process: then that is the last error.
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: ERROR_LEVEL,
      msg: "PostgreSQL ended unexpectedly; restarting it",
      reason: "ended by SIGKILL",
    }),
  );
});

test("is restarted when a suspended child of the killed process still holds its memory", async () => {
  const client = await connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const child = rows[0]?.pid as number;
  process.kill(child, "SIGSTOP");
  process.kill(readPid(), "SIGKILL");
  await waitForRestart(2);
  const again = await connect();
  expect((await again.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await again.end();
});

test("retries until it can start, and its state has the reason meanwhile", async () => {
  const control = join(folder, "global");
  await rename(control, `${control}.away`);
  process.kill(readPid(), "SIGKILL");
  await vi.waitFor(() => expect(server.state().lastError).toMatch(/does not start: .*global/), {
    timeout: 50_000,
  });
  expect(server.state().isRunning).toBe(false);
  await rename(`${control}.away`, control);
  await waitForRestart(3);
});

test("stops while suspended, and leaves no process", async () => {
  const other = join(top, "other");
  const suspended = await startEmbeddedPostgres({ folder: other, logger });
  const pid = Number(readFileSync(join(other, "postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(pid, "SIGSTOP");
  await suspended.stop();
  expect(isRunning(pid)).toBe(false);
  expect(existsSync(join(other, "postmaster.pid"))).toBe(false);
  expect(existsSync(suspended.socketFolder)).toBe(false);
});

test("waits longer before each consecutive attempt, up to 2 s", () => {
  expect([1, 2, 3, 4, 5, 6, 60].map(pauseBeforeAttemptMs)).toEqual([0, 250, 500, 1000, 2000, 2000, 2000]);
});
