import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasMachinePostgres, startMachinePostgres } from "../../../test/machine-postgres.ts";
import { createLogger } from "../logger.ts";
import { migratePostgres } from "./migrate-postgres.ts";
import type { OpenPostgres } from "./open-postgres.ts";
import { openPostgres } from "./open-postgres.ts";

const logger = createLogger({ logLevel: "silent" });

interface Place {
  open(): Promise<OpenPostgres>;
  stop(): Promise<void>;
}

async function prepareEmbedded(): Promise<Place> {
  const dataFolder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  return {
    open: () => openPostgres({ config: { dataFolder }, logger }),
    stop: () => rm(dataFolder, { recursive: true, force: true }),
  };
}

async function prepareByAddress(): Promise<Place> {
  const server = await startMachinePostgres();
  const config = { dataFolder: "/nowhere", databaseUrl: server.url };
  return { open: () => openPostgres({ config, logger }), stop: () => server.stop() };
}

describe.each([
  ["embedded", prepareEmbedded, true],
  ["by address (the machine's own, 15 or newer)", prepareByAddress, hasMachinePostgres],
])("PostgreSQL %s", (_name, prepare, isHere) => {
  let place: Place;
  let postgres: OpenPostgres;

  beforeAll(async () => {
    if (!isHere) return;
    place = await prepare();
    postgres = await place.open();
  });
  afterAll(async () => {
    await postgres?.close();
    await place?.stop();
  });

  test.runIf(isHere)("is migrated, and a second start finds its rows and migrates nothing", async () => {
    const id = "00000000-0000-4000-8000-000000000001";
    await sql`create table kept (id uuid primary key)`.execute(postgres.db);
    await sql`insert into kept values (${id})`.execute(postgres.db);
    const read = () =>
      sql`select version, applied_at from schema_migrations order by version`.execute(postgres.db);
    const before = (await read()).rows;
    expect(before.length).toBeGreaterThan(0);
    await postgres.close();
    postgres = await place.open();
    expect((await read()).rows).toEqual(before);
    expect((await sql`select id from kept`.execute(postgres.db)).rows).toEqual([{ id }]);
  });

  test.runIf(isHere)("converts types as configured", async () => {
    const { rows } = await sql`
      select 9007199254740991::int8 as big, 12.340::numeric(10, 3) as price, '2026-03-29'::date as day,
        '2026-07-01T12:00:00.250Z'::timestamptz as at, array[1, 2]::int8[] as counts, array[1.10]::numeric[] as prices,
        array['2026-03-29']::date[] as days, '2026-07-01T23:30:00Z'::timestamptz::date as utc_day, null::int8 as none
    `.execute(postgres.db);
    expect(rows).toEqual([
      {
        big: Number.MAX_SAFE_INTEGER,
        price: "12.340",
        day: "2026-03-29",
        at: new Date("2026-07-01T12:00:00.250Z"),
        counts: [1, 2],
        prices: ["1.10"],
        days: ["2026-03-29"],
        utc_day: "2026-07-01",
        none: null,
      },
    ]);
  });

  test.runIf(isHere)("refuses to round an integer that a number cannot hold", async () => {
    await expect(sql`select 9007199254740993::int8`.execute(postgres.db)).rejects.toThrow("9007199254740993");
  });

  test.runIf(isHere)("ignores the case of letters beyond ASCII", async () => {
    const { rows } = await sql`select 'ÉCLAIR' ilike 'éclair' as same, lower('ÄÖ') as small`.execute(
      postgres.db,
    );
    expect(rows).toEqual([{ same: true, small: "äö" }]);
  });

  test.runIf(isHere)("rolls a transaction back as a whole", async () => {
    await sql`create table rolled (n int)`.execute(postgres.db);
    const failing = postgres.db.transaction().execute(async (trx) => {
      await sql`insert into rolled values (1)`.execute(trx);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect((await sql`select n from rolled`.execute(postgres.db)).rows).toEqual([]);
  });

  describe.runIf(isHere)("migrations", () => {
    const folder = fileURLToPath(new URL("../../../migrations/postgres", import.meta.url));

    async function connect(): Promise<pg.Client> {
      const { rows } = await sql<pg.ClientConfig>`
        select current_setting('unix_socket_directories') as host, current_user as user, current_database() as database
      `.execute(postgres.db);
      const client = new pg.Client(rows[0]);
      await client.connect();
      return client;
    }

    /** Numbers may be left out, so the next one follows the last. */
    function nextMigration(files: readonly string[], name: string): { file: string; version: number } {
      const version = Number.parseInt(files.toSorted().at(-1) as string, 10) + 1;
      return { version, file: `${String(version).padStart(4, "0")}-${name}.sql` };
    }

    async function withCopy(action: (copy: string, client: pg.Client) => Promise<void>): Promise<void> {
      const copy = await mkdtemp(join(tmpdir(), "heliograph-test-"));
      const client = await connect();
      try {
        await cp(folder, copy, { recursive: true });
        await action(copy, client);
      } finally {
        await client.end();
        await rm(copy, { recursive: true, force: true });
      }
    }

    test("refuse a file that was changed after it was applied", async () => {
      await withCopy(async (copy, client) => {
        const first = (await readdir(copy)).sort()[0] as string;
        await writeFile(join(copy, first), "select 1;");
        await expect(migratePostgres(client, logger, copy)).rejects.toThrow(
          /Migration 1 .* was changed after it was applied/,
        );
      });
    });

    test("accept what a newer program added, and refuse a database that no longer suits this one", async () => {
      await withCopy(async (copy, client) => {
        const [last = "", before = ""] = (await readdir(copy)).sort().toReversed();
        await rm(join(copy, last));
        await migratePostgres(client, logger, copy);
        const versionOf = (file: string) => Number(file.slice(0, 4));
        const update = (needs: number) =>
          client.query("update schema_migrations set needs = $1 where version = $2", [
            needs,
            versionOf(last),
          ]);
        await update(versionOf(before));
        await migratePostgres(client, logger, copy);
        await update(versionOf(last));
        await expect(migratePostgres(client, logger, copy)).rejects.toThrow(/newer than this program/);
      });
    });

    test("apply a file completely or not at all", async () => {
      await withCopy(async (copy, client) => {
        const { file } = nextMigration(await readdir(copy), "half");
        await writeFile(join(copy, file), "create table half (n int);\nselect no_such_column;");
        await expect(migratePostgres(client, logger, copy)).rejects.toThrow(/half.*no_such_column/);
        expect((await client.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
      });
    });

    test("run once when two processes start together", async () => {
      await withCopy(async (copy, client) => {
        const { file, version } = nextMigration(await readdir(copy), "once");
        await writeFile(join(copy, file), "create table once (n int);");
        const other = await connect();
        await Promise.all([migratePostgres(client, logger, copy), migratePostgres(other, logger, copy)]);
        await other.end();
        expect((await client.query("select to_regclass('once')::text as once")).rows).toEqual([
          { once: "once" },
        ]);
        await client.query("drop table once");
        await client.query("delete from schema_migrations where version = $1", [version]);
      });
    });
  });
});

test("explains an unreachable address in one sentence with an example", async () => {
  const config = { dataFolder: "/nowhere", databaseUrl: "postgres://owner@127.0.0.1:1/plants" };
  await expect(openPostgres({ config, logger })).rejects.toThrow(
    /^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:1\/plants: .*Example: DATABASE_URL=postgres:/,
  );
});

test("the embedded engine starts in a folder whose path is longer than a socket's path may be", async () => {
  const top = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  const dataFolder = join(top, "a-folder-with-a-long-name-".repeat(4), "and-another-one-".repeat(4));
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const postgres = await openPostgres({ config: { dataFolder }, logger });
  expect((await sql`select 1 as one`.execute(postgres.db)).rows).toEqual([{ one: 1 }]);
  await postgres.close();
  await rm(top, { recursive: true, force: true });
});
