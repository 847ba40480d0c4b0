import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { openOwnDatabase } from "../../../../test/own-database.ts";
import { createLogger } from "../../../infra/logger.ts";
import { writeAudit } from "./audit.service.ts";
import { checkChain } from "./chain-check.ts";
import { createChainJob } from "./chain-job.ts";
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
const createJob = (folder = dataFolder) =>
  createChainJob({ db: own.db, seal: createChainSeal({ dataFolder: folder }), logger });
const check = (folder = dataFolder) =>
  checkChain({ db: own.db, seal: createChainSeal({ dataFolder: folder }) });

async function write(count: number): Promise<void> {
  await own.db.transaction().execute(async (trx) => {
    for (let index = 0; index < count; index++)
      await writeAudit(trx, {
        kind: "operation",
        type: "station.update",
        actorId: crypto.randomUUID(),
        companyId: crypto.randomUUID(),
        plantId: crypto.randomUUID(),
        objectType: "station",
        objectId: crypto.randomUUID(),
        original: { name: "Old roof", index },
        new: { name: "New roof", price: 1.5 },
        method: "api",
        address: "192.0.2.7",
      });
  });
}

/** Changes rows as a superuser who disables the triggers. */
async function tamper(change: ReturnType<typeof sql>): Promise<void> {
  await own.db.transaction().execute(async (trx) => {
    await sql`alter table audit disable trigger user`.execute(trx);
    await change.execute(trx);
    await sql`alter table audit enable trigger user`.execute(trx);
  });
}

const idOf = async (number: number) =>
  (await sql<{ id: string }>`select id from audit where number = ${number}`.execute(own.db)).rows[0]?.id;

/** Nine rows in addition to the one that records the key: numbers 1 to 10. */
async function makeChain(): Promise<void> {
  await write(9);
  expect(await createJob().runOnce()).toBe(10);
}

test("seals committed rows and verifies them from first to last [R3.14]", async () => {
  await makeChain();
  expect(await check()).toEqual({ firstNumber: 1, lastNumber: 10, isEndKnown: true });
  await write(3);
  expect(await check()).toMatchObject({ lastNumber: 10 });
  expect(await createJob().runOnce()).toBe(3);
  expect(await check()).toEqual({ firstNumber: 1, lastNumber: 13, isEndKnown: true });
});

describe("names the first broken row", () => {
  // Every column of the table, by the smallest change its type has.
  const changes = {
    id: sql`id = gen_random_uuid()`,
    at: sql`at = at + interval '1 microsecond'`,
    kind: sql`kind = 'system'`,
    type: sql`type = 'station.updatf'`,
    actor_id: sql`actor_id = gen_random_uuid()`,
    company_id: sql`company_id = null`,
    plant_id: sql`plant_id = gen_random_uuid()`,
    object_type: sql`object_type = 'Station'`,
    object_id: sql`object_id = object_id || ' '`,
    original: sql`original = original || '{"index": 99}'`,
    new: sql`new = jsonb_set(new, '{price}', '1.50')`,
    method: sql`method = 'apj'`,
    address: sql`address = '192.0.2.6'`,
  };

  test("covers every column", async () => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = 'audit'`.execute(own.db);
    expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(changes), "number", "hash"].sort());
  });

  test.each(Object.entries(changes))("after a change of %s by a superuser [R3.14]", async (_, change) => {
    await makeChain();
    await tamper(sql`update audit set ${change} where number = 4`);
    const report = await check();
    expect(report.break).toEqual({ number: 4, id: await idOf(4), difference: "changed" });
    expect(report.lastNumber).toBe(3);
  });

  test.each([3, 10])("after one flipped bit in the hash of row %i", async (number) => {
    await makeChain();
    await tamper(
      sql`update audit set hash = set_bit(hash, 77, 1 - get_bit(hash, 77)) where number = ${number}`,
    );
    expect((await check()).break).toEqual({ number, id: await idOf(number), difference: "hash" });
  });

  test("after a row was deleted, renumbered or marked as not sealed", async () => {
    await makeChain();
    await tamper(sql`update audit set number = 1004 where number = 9`);
    expect((await check()).break).toEqual({ number: 9, difference: "missing" });
    await tamper(sql`update audit set number = null where number = 6`);
    expect((await check()).break).toEqual({ number: 6, difference: "missing" });
    await tamper(sql`delete from audit where number = 2`);
    expect((await check()).break).toEqual({ number: 2, difference: "missing" });
  });

  test("after a row was inserted in between", async () => {
    await makeChain();
    await tamper(sql`update audit set number = number + 1000 where number > 5`);
    await tamper(sql`update audit set number = number - 999 where number > 1000`);
    await tamper(sql`
      insert into audit (kind, type, number, hash)
      select 'operation', 'station.update', 6, hash from audit where number = 7`);
    expect((await check()).break).toEqual({ number: 6, id: await idOf(6), difference: "changed" });
  });

  test("after the end or all of the chain was cut off", async () => {
    await makeChain();
    await tamper(sql`delete from audit where number > 7`);
    expect((await check()).break).toEqual({ number: 8, difference: "missing" });
    await tamper(sql`truncate audit`);
    expect((await check()).break).toEqual({ number: 1, difference: "missing" });
  });

  test("after the chain was rewritten from some row with matching hashes", async () => {
    await makeChain();
    await tamper(sql`update audit set address = '' where number = 4`);
    await tamper(sql`update audit set number = null, hash = null where number >= 4`);
    const other = await mkdtemp(join(tmpdir(), "heliograph-chain-"));
    try {
      await createJob(other).runOnce();
      expect(await check(other)).toMatchObject({ lastNumber: 11, isEndKnown: true });
      expect((await check(other)).break).toBeUndefined();
    } finally {
      await rm(other, { recursive: true });
    }
    expect((await check()).break).toMatchObject({ number: 10, difference: "rewritten" });
  });
});

describe("the data folder's part", () => {
  test("makes key and head readable only by the server's user, and refuses a changed head", async () => {
    await makeChain();
    const headPath = join(dataFolder, "audit", "head.json");
    for (const path of [headPath, join(dataFolder, "audit", "key")])
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    const head = await readFile(headPath, "utf8");
    await writeFile(headPath, head.replace('"number":10', '"number":9'));
    await expect(check()).rejects.toThrow("is not signed with the key beside it");
  });

  test("seals nothing onto a truncated chain, without blocking writers", async () => {
    await makeChain();
    await tamper(sql`delete from audit where number > 7`);
    await write(2);
    await expect(createJob().runOnce()).rejects.toThrow("no longer has its row 10");
    expect((await check()).break).toEqual({ number: 8, difference: "missing" });
  });

  test("the first key is no matter of security", async () => {
    await makeChain();
    const { rows } = await sql`select kind from audit where type = 'audit.key-made'`.execute(own.db);
    expect(rows).toEqual([{ kind: "system" }]);
  });

  test("trusts the chain as it is when the folder is missing, and logs that", async () => {
    await makeChain();
    await tamper(sql`delete from audit where number > 7`);
    await rm(join(dataFolder, "audit"), { recursive: true });
    expect(await check()).toEqual({ firstNumber: 1, lastNumber: 7, isEndKnown: false });
    expect(await createJob().runOnce()).toBe(1);
    const { rows } = await sql`select type, kind, new from audit where number = 8`.execute(own.db);
    expect(rows).toEqual([{ type: "audit.key-made", kind: "security", new: { number: 7 } }]);
    expect(await check()).toEqual({ firstNumber: 1, lastNumber: 8, isEndKnown: true });
  });
});
