import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { variants } from "../../../test/full-run.ts";
import { hasMachinePostgres, startMachinePostgres } from "../../../test/machine-postgres.ts";
import { signalTree } from "../../../test/process-tree.ts";
import { isStorageUnavailable } from "../storage-unavailable.ts";
import type { Db, OpenPostgres } from "./open-postgres.ts";
import { openPostgres } from "./open-postgres.ts";

const lines: { level: number; msg: string }[] = [];
const logger = pino({ base: undefined }, { write: (line) => lines.push(JSON.parse(line)) });
const unhandled: unknown[] = [];
const noteUnhandled = (error: unknown) => unhandled.push(error);

interface Place {
  open(): Promise<OpenPostgres>;
  /** Process number of the postmaster. */
  pid(): number;
  /** Ends the whole engine by a signal to its postmaster; it is restarted automatically or is started again. */
  crash(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

async function prepareEmbedded(): Promise<Place> {
  const dataFolder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  const pid = () =>
    Number(readFileSync(join(dataFolder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  return {
    open: () => openPostgres({ config: { dataFolder }, logger }),
    pid,
    async crash(signal) {
      process.kill(pid(), signal);
    },
    stop: () => rm(dataFolder, { recursive: true, force: true }),
  };
}

async function prepareByAddress(): Promise<Place> {
  const server = await startMachinePostgres();
  return {
    open: () => openPostgres({ config: { dataFolder: "/nowhere", databaseUrl: server.url }, logger }),
    pid: () => server.pid,
    async crash(signal) {
      await server.kill(signal);
      await server.start();
    },
    stop: () => server.stop(),
  };
}

const places = [
  ["embedded", prepareEmbedded, true],
  ["by address (the machine's own, 15 or newer)", prepareByAddress, hasMachinePostgres],
] as const;

describe.each(variants(places))("PostgreSQL %s", (name, prepare, isHere) => {
  let place: Place;
  let postgres: OpenPostgres;
  let db: Db;
  let control: pg.Client;

  beforeAll(async () => {
    if (!isHere) return;
    place = await prepare();
    postgres = await place.open();
    db = postgres.db;
    await sql`create table kept (id int)`.execute(db);
    process.on("uncaughtExceptionMonitor", noteUnhandled);
    process.on("unhandledRejection", noteUnhandled);
  });
  afterEach(async () => {
    await control?.end().catch(() => undefined);
    expect(unhandled.splice(0)).toEqual([]);
    lines.length = 0;
  });
  afterAll(async () => {
    process.off("uncaughtExceptionMonitor", noteUnhandled);
    process.off("unhandledRejection", noteUnhandled);
    await postgres?.close();
    await place?.stop();
  });

  /** A connection outside the pool, used to terminate another one. */
  async function openControl(): Promise<void> {
    const { rows } = await sql<pg.ClientConfig>`
      select current_setting('unix_socket_directories') as host, current_user as user, current_database() as database
    `.execute(db);
    control = new pg.Client(rows[0]);
    control.on("error", () => undefined);
    await control.connect();
  }

  const readPid = async (on: Db): Promise<number> =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid ?? 0;
  const terminate = (pid: number) => control.query("select pg_terminate_backend($1)", [pid]);
  const waitUntilLost = (count = 1) =>
    vi.waitFor(
      () =>
        expect(lines.filter(({ msg }) => msg === "PostgreSQL connection lost").length).toBeGreaterThanOrEqual(
          count,
        ),
      { timeout: 50_000, interval: 5 },
    );
  const isBack = async (): Promise<boolean> =>
    await readPid(db).then(
      () => true,
      (error: unknown) => {
        if (!isStorageUnavailable(error)) throw error;
        return false;
      },
    );
  const waitUntilBack = () =>
    vi.waitFor(async () => expect(await isBack()).toBe(true), { timeout: 50_000, interval: 20 });

  test.runIf(isHere)("serves again after an idle connection was cut", async () => {
    await openControl();
    await terminate(await readPid(db));
    await waitUntilLost();
    await waitUntilBack();
  });

  test.runIf(isHere)("serves again after a checked-out idle connection was cut", async () => {
    await openControl();
    await db.connection().execute(async (connection) => {
      await terminate(await readPid(connection));
      await waitUntilLost();
    });
    await waitUntilBack();
  });

  test.runIf(isHere)("serves again after a connection was cut in a query, which fails", async () => {
    await openControl();
    await db.connection().execute(async (connection) => {
      const pid = await readPid(connection);
      const query = sql`select pg_sleep(600)`.execute(connection).catch((error: unknown) => error);
      await terminate(pid);
      expect(isStorageUnavailable(await query)).toBe(true);
    });
    await waitUntilBack();
  });

  test.runIf(isHere)(
    "serves again after a connection was cut in a transaction, which is rolled back",
    async () => {
      await openControl();
      const transaction = db.transaction().execute(async (trx) => {
        await sql`insert into kept values (1)`.execute(trx);
        await terminate(await readPid(trx));
        await waitUntilLost();
        await sql`insert into kept values (2)`.execute(trx);
      });
      const error = await transaction.catch((reason: unknown) => reason);
      expect(isStorageUnavailable(error)).toBe(true);
      expect((await sql`select id from kept`.execute(db)).rows).toEqual([]);
    },
  );

  test.runIf(isHere).each([
    ["a fast stop", "SIGINT"],
    ["an immediate stop", "SIGQUIT"],
    ["kill -9", "SIGKILL"],
  ] as const)("serves again after %s of the engine with connections in every state", async (_how, signal) => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const { promise: isSilent, resolve: noteSilent } = Promise.withResolvers<void>();
    const idle = readPid(db);
    const busy = Promise.allSettled([
      // Checked out and idle, in a query, in an idle transaction; the last one stays in the pool.
      db.connection().execute(async (connection) => {
        await readPid(connection);
        noteSilent();
        await isOver;
      }),
      sql`select pg_sleep(600)`.execute(db),
      db.transaction().execute(async (trx) => {
        await sql`insert into kept values (3)`.execute(trx);
        await isOver;
      }),
      idle,
    ]);
    await Promise.all([isSilent, idle]);
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity where state in ('idle in transaction', 'active')
        and pid != pg_backend_pid() and application_name = 'heliograph'`.execute(db);
      expect(rows).toHaveLength(2);
    }, 50_000);
    const restarts = postgres.state()?.restarts ?? 0;
    await place.crash(signal);
    await waitUntilLost(2);
    // Until then a child of the killed process may still respond.
    await vi.waitFor(() => expect(postgres.state()?.restarts ?? 1).toBeGreaterThan(restarts), {
      timeout: 50_000,
    });
    await waitUntilBack();
    end();
    const outcomes = await busy;
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect((await sql`select id from kept`.execute(db)).rows).toEqual([]);
  });

  test.runIf(isHere)(
    "fails queries that wait for a suspended engine, and serves again once it continues",
    async () => {
      await readPid(db);
      signalTree(place.pid(), "SIGSTOP");
      try {
        const error = await readPid(db).catch((reason: unknown) => reason);
        expect(isStorageUnavailable(error)).toBe(true);
      } finally {
        signalTree(place.pid(), "SIGCONT");
      }
      await waitUntilBack();
    },
  );

  if (name !== "embedded") return;
  test("lets a long statement of a responsive engine complete", async () => {
    const { rows } = await sql<{ one: number }>`select 1 as one from pg_sleep(6)`.execute(db);
    expect(rows).toEqual([{ one: 1 }]);
  });

  test("keeps a long statement running when the connection of the liveness watch is terminated", async () => {
    await openControl();
    // Runs until the lock is free: longer than the engine may be silent once the probe is terminated.
    await control.query("select pg_advisory_lock(1)");
    const statement = sql<{ one: number }>`select 1 as one from pg_advisory_xact_lock(1)`.execute(db);
    // Attached now: a rejection while the probe is awaited must not count as unhandled.
    const outcome = Promise.allSettled([statement]);
    const terminateProbe = async () => {
      const { rowCount } = await control.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'heliograph liveness watch'",
      );
      expect(rowCount).toBe(1);
    };
    await vi.waitFor(terminateProbe, { timeout: 50_000, interval: 20 });
    await control.query("select pg_sleep(6)");
    await control.query("select pg_advisory_unlock(1)");
    expect(await outcome).toMatchObject([{ status: "fulfilled", value: { rows: [{ one: 1 }] } }]);
  });

  test("keeps a long statement running when the engine refuses new connections", async () => {
    await openControl();
    const setAllowed = (isAllowed: boolean) =>
      control.query("update pg_database set datallowconn = $1 where datname = current_database()", [
        isAllowed,
      ]);
    const statement = sql<{ one: number }>`select 1 as one from pg_sleep(6)`.execute(db);
    await setAllowed(false);
    try {
      await expect(statement).resolves.toMatchObject({ rows: [{ one: 1 }] });
    } finally {
      await setAllowed(true);
    }
  });
});
