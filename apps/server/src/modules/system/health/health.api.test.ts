import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createLogger } from "../../../infra/logger.ts";
import type { OpenPostgres } from "../../../infra/postgres/open-postgres.ts";
import { openPostgres } from "../../../infra/postgres/open-postgres.ts";

// An own embedded PostgreSQL, which can be frozen.

const POOL_SIZE = 10;
let engines: TestEngines;
let postgres: OpenPostgres;
let server: TestApp;

const readReady = () => server.call("GET", "/health/ready");
const working = { isOk: true, since: expect.any(String) };

beforeAll(async () => {
  engines = await openTestEngines();
  const { dataFolder, clickhouse } = engines;
  postgres = await openPostgres({ config: { dataFolder }, logger: createLogger({ logLevel: "silent" }) });
  server = await createTestApp({ db: postgres.db, clickhouse, postgres });
});
afterAll(async () => {
  await server.close();
  await postgres.close();
  await engines.close();
});

test("names each part of a server that is ready", async () => {
  const { statusCode, envelope } = await readReady();
  expect(statusCode).toBe(200);
  expect(envelope.data).toEqual({
    isReady: true,
    parts: { postgresql: { ...working, restarts: 0 }, clickhouse: working },
  });
});

/** The postmaster of the embedded PostgreSQL, with its children where they are frozen too. */
function signalPostgres(signal: NodeJS.Signals, { isPostmasterOnly }: { isPostmasterOnly: boolean }): void {
  const file = readFileSync(join(engines.dataFolder, "postgres", "postmaster.pid"), "utf8");
  const pid = Number(file.split("\n")[0]);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  process.kill(pid, signal);
  if (isPostmasterOnly) return;
  for (const child of children) {
    try {
      process.kill(child, signal);
    } catch (error) {
      // The child of a connection that was just closed.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

test.each([{ isPostmasterOnly: true }, { isPostmasterOnly: false }])(
  "reports a frozen PostgreSQL as unavailable before any call times out, and is ready again afterwards (%j)",
  async (which) => {
    signalPostgres("SIGSTOP", which);
    let isGivenUp = false;
    // More queries than idle connections, so one waits for a connection or a response, for five seconds.
    const waiting = Array.from({ length: POOL_SIZE }, () => sql`select 1`.execute(postgres.db));
    const settled = Promise.allSettled(waiting).then(() => {
      isGivenUp = true;
    });
    try {
      // Half of the timeout of a call.
      await expect.poll(async () => (await readReady()).statusCode, { timeout: 10_000 }).toBe(503);
      expect(isGivenUp).toBe(false);
      expect((await readReady()).envelope).toMatchObject({
        code: "B0300",
        status: 503,
        msg: "The storage is temporarily unavailable. Try again shortly.",
        data: {
          isReady: false,
          parts: {
            postgresql: {
              isOk: false,
              // A pool that is still connecting has no free connection either.
              reason: expect.stringMatching(/^no-(answer|free-connection)$/),
              since: expect.any(String),
              restarts: 0,
            },
            clickhouse: working,
          },
        },
      });
    } finally {
      signalPostgres("SIGCONT", which);
    }
    await expect.poll(async () => (await readReady()).statusCode, { timeout: 50_000 }).toBe(200);
    await settled;
  },
);

test("reports an exhausted pool while a call waits for a connection, and is ready again once one is free", async () => {
  const { promise: isDone, resolve: finish } = Promise.withResolvers<void>();
  const held = Array.from({ length: POOL_SIZE }, () => postgres.db.connection().execute(() => isDone));
  const waiting = sql`select 1`.execute(postgres.db);
  const readReason = async () => (await readReady()).envelope.data.parts.postgresql.reason;
  await expect.poll(readReason, { timeout: 50_000 }).toBe("no-free-connection");
  expect((await readReady()).statusCode).toBe(503);
  finish();
  await Promise.all([...held, waiting]);
  await expect.poll(readReason).toBeUndefined();
});

test("reports the intake as unavailable while an engine is, and ignores the demo's simulator", async () => {
  const since = new Date();
  const state = { isRunning: false, since, restarts: 2, lastError: "ended by SIGKILL" };
  const restarting = await createTestApp({ ...engines, postgres: { ...postgres, state: () => state } });
  const { health } = restarting.services;
  health.include("intake", () => ({ isOk: true }));
  const { isReady, parts } = await health.check();
  expect(isReady).toBe(false);
  expect(parts.postgresql).toMatchObject({ isOk: false, reason: "restarting", restarts: 2 });
  expect(parts.intake).toMatchObject({ isOk: false, reason: "engine-unavailable" });
  await restarting.close();

  const other = await createTestApp({ ...engines, postgres });
  other.services.health.include("simulator", () => ({ isOk: false, reason: "restarting", restarts: 1 }));
  const { envelope } = await other.call("GET", "/health/ready");
  expect(envelope.data).toMatchObject({
    isReady: true,
    parts: { simulator: { isOk: false, reason: "restarting", restarts: 1 } },
  });
  other.services.health.include("intake", () => ({ isOk: false, reason: "disk-full" }));
  await expect.poll(async () => (await other.call("GET", "/health/ready")).statusCode).toBe(503);
  await other.close();
});
