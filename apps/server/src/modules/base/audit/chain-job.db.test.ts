import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { openOwnDatabase } from "../../../../test/own-database.ts";
import { createLogger } from "../../../infra/logger.ts";
import { openPostgresByUrl } from "../../../infra/postgres/open-postgres.ts";
import { writeAudit } from "./audit.service.ts";
import type { ChainEnd } from "./chain.repository.ts";
import { checkChain } from "./chain-check.ts";
import { createChainJob } from "./chain-job.ts";
import type { ChainSeal } from "./chain-seal.ts";
import { createChainSeal } from "./chain-seal.ts";

let own: Awaited<ReturnType<typeof openOwnDatabase>>;
let dataFolder: string;

beforeEach(async () => {
  own = await openOwnDatabase();
  dataFolder = await mkdtemp(join(tmpdir(), "heliograph-chain-"));
  return async () => {
    await own.close();
    await rm(dataFolder, { recursive: true });
  };
});

const logger = createLogger({ logLevel: "silent" });
const createJobWith = (seal: ChainSeal) => createChainJob({ db: own.db, seal, logger });
const createJob = () => createJobWith(createChainSeal({ dataFolder }));
const check = () => checkChain({ db: own.db, seal: createChainSeal({ dataFolder }) });
const entry = (objectId: string) => ({ kind: "system", type: "session.sign-in", objectId }) as const;
const write = (objectId: string) => own.db.transaction().execute((trx) => writeAudit(trx, entry(objectId)));

async function listObjects(): Promise<string[]> {
  const { rows } = await sql<{ objectId: string }>`
    select object_id as "objectId" from audit where type = 'session.sign-in' order by number`.execute(own.db);
  return rows.map(({ objectId }) => objectId);
}

test("seals a row that commits late, without blocking any writer", async () => {
  await createJob().runOnce();
  const begun = Promise.withResolvers<void>();
  const sealed = Promise.withResolvers<void>();
  const late = own.db.transaction().execute(async (trx) => {
    await writeAudit(trx, entry("began first"));
    begun.resolve();
    await sealed.promise;
  });
  await begun.promise;
  await write("committed first");
  expect(await createJob().runOnce()).toBe(1);
  sealed.resolve();
  await late;
  expect(await createJob().runOnce()).toBe(1);
  expect(await listObjects()).toEqual(["committed first", "began first"]);
  expect(await check()).toMatchObject({ lastNumber: 3, isEndKnown: true });
});

test("concurrent jobs produce one chain without gaps while rows are written", async () => {
  await createJob().runOnce();
  const writing = Array.from({ length: 60 }, (_, index) => write(String(index)));
  await Promise.all([createJob().runOnce(), createJob().runOnce(), createJob().runOnce(), ...writing]);
  await createJob().runOnce();
  expect(await check()).toEqual({ firstNumber: 1, lastNumber: 61, isEndKnown: true });
  expect((await listObjects()).sort()).toEqual(
    Array.from({ length: 60 }, (_, index) => String(index)).sort(),
  );
});

test.each([
  { method: "findHead", call: 2, when: "after its rows are committed" },
  { method: "writeHead", call: 1, when: "while it records them" },
])("never records an earlier end after a later one: a job is held up $when", async ({ method, call }) => {
  const seal = createChainSeal({ dataFolder });
  const recorded: number[] = [];
  const [paused, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let calls = 0;
  async function pause(name: string): Promise<void> {
    if (name !== method || ++calls !== call) return;
    paused.resolve();
    await released.promise;
  }
  async function writeHead(end: ChainEnd): Promise<void> {
    await seal.writeHead(end);
    recorded.push(end.number);
  }
  const slow = createJobWith({
    ...seal,
    async findHead() {
      const head = await seal.findHead();
      await pause("findHead");
      return head;
    },
    async writeHead(end) {
      await pause("writeHead");
      await writeHead(end);
    },
  });
  const other = createJobWith({ ...seal, writeHead });
  await write("one");
  const slowRun = slow.runOnce();
  await paused.promise;
  await write("two");
  await other.runOnce();
  released.resolve();
  await slowRun;
  await other.runOnce();
  expect(recorded).toEqual(recorded.toSorted((one, two) => one - two));
  // The two rows, and that of the new key.
  expect(recorded.at(-1)).toBe(3);
  expect(await check()).toMatchObject({ lastNumber: 3, isEndKnown: true });
});

test("seals more rows than one transaction holds in one run", async () => {
  await sql`
    insert into audit (kind, type) select 'system', 'session.sign-in' from generate_series(1, 12001)`.execute(
    own.db,
  );
  expect(await createJob().runOnce()).toBe(12_002);
  expect(await check()).toMatchObject({ firstNumber: 1, lastNumber: 12_002 });
});

test("the database refuses to insert a number, change a row, seal it twice, delete or truncate [R3.14]", async () => {
  await write("one");
  await createJob().runOnce();
  await own.db.transaction().execute((trx) => writeAudit(trx, { ...entry("waits"), new: 1 }));
  await sql`
    insert into audit_closings (last_number, hash, month, closed_at, signature)
    values (0, '', '2020-01', now(), '')`.execute(own.db);
  for (const statement of [
    sql`insert into audit (kind, type, number, hash) values ('system', 'x', 99, '\\x00')`,
    sql`update audit set address = '' where number = 1`,
    sql`update audit set number = 98 where number = 1`,
    sql`update audit set hash = '\\x00' where number = 1`,
    sql`update audit set number = 97, hash = '\\x00', address = 'x' where number is null`,
    // A number with the same value has a different text.
    sql`update audit set number = 97, hash = '\\x00', new = '1.0' where number is null and new = '1'`,
    sql`update audit set number = 97 where number is null`,
    sql`delete from audit`,
    sql`truncate audit`,
    sql`update audit_closings set hash = '\\x00'`,
    sql`truncate audit_closings`,
  ]) {
    const before = await sql`select a::text from audit a order by id`.execute(own.db);
    await expect(statement.execute(own.db)).rejects.toThrow(/append-only|by the chain/);
    expect((await sql`select a::text from audit a order by id`.execute(own.db)).rows).toEqual(before.rows);
  }
});

// As described in docs/security.md for a server with a database role of its own.
const separation = (role: string) => `
  create role ${role}_audit nologin;
  create role ${role} login;
  grant select, insert, update, delete on all tables in schema public to ${role};
  grant usage, create on schema public to ${role};
  alter table audit owner to ${role}_audit;
  alter function refuse_audit_change() owner to ${role}_audit;
  alter function refuse_sealed_audit_row() owner to ${role}_audit;
  revoke all on audit from ${role};
  grant select, insert, update (number, hash) on audit to ${role};
  grant select on audit_closings to ${role}_audit;`;

/** A login role that owns no audit objects; dropped with everything it owns after the test. */
async function withServerRole(use: (url: string) => Promise<void>): Promise<void> {
  const role = `app_${randomBytes(4).toString("hex")}`;
  const owner = new pg.Client({ connectionString: own.url });
  await owner.connect();
  try {
    await owner.query(separation(role));
    await use(own.url.replace(/\/\/[^@]+@/, `//${role}@`));
  } finally {
    await owner.query(`reassign owned by ${role}, ${role}_audit to current_user`);
    await owner.query(`drop owned by ${role}, ${role}_audit; drop role ${role}, ${role}_audit`);
    await owner.end();
  }
}

test("seals with a database role that may only insert and read", async () => {
  await withServerRole(async (url) => {
    const { db, close } = await openPostgresByUrl(url, logger);
    try {
      await db.transaction().execute((trx) => writeAudit(trx, entry("by the role")));
      await createChainJob({ db, seal: createChainSeal({ dataFolder }), logger }).runOnce();
      expect(await check()).toMatchObject({ lastNumber: 2, isEndKnown: true });
      for (const statement of [
        sql`update audit set address = 'x'`,
        sql`delete from audit`,
        sql`truncate audit`,
        sql`alter table audit disable trigger user`,
        sql`drop trigger audit_append_only on audit`,
        sql`create or replace function refuse_audit_change() returns trigger language plpgsql as 'begin return old; end'`,
      ])
        await expect(statement.execute(db)).rejects.toThrow(/permission denied|must be owner/);
    } finally {
      await close();
    }
  });
});
