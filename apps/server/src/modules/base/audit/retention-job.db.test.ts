import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openOwnDatabase } from "../../../../test/own-database.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import { firstKeptMonth } from "../../../infra/retention.ts";
import { checkChain } from "./chain-check.ts";
import { createChainJob } from "./chain-job.ts";
import { createChainSeal } from "./chain-seal.ts";
import { createRetentionJob } from "./retention-job.ts";

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
const day = 86_400_000;

function createJobs() {
  const seal = createChainSeal({ dataFolder });
  const clock = createVirtualClock(Date.parse("2024-11-21T10:00:00Z"));
  return {
    clock,
    chain: createChainJob({ db: own.db, seal, logger }),
    retention: createRetentionJob({ db: own.db, seal, clock, logger, months: 36 }),
    check: () => checkChain({ db: own.db, seal }),
  };
}

/** Rows as they were written on these days, sealed in that order. */
async function writeOn(...days: string[]): Promise<void> {
  for (const at of days)
    await sql`insert into audit (at, kind, type) values (${at}, 'system', 'session.sign-in')`.execute(own.db);
}

const listDays = async () =>
  (
    await sql<{ day: string }>`
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day from audit
      where type = 'session.sign-in' order by number`.execute(own.db)
  ).rows.map((row) => row.day);

test("keeps the configured number of whole months on any day", () => {
  const kept = (now: string) => firstKeptMonth(Date.parse(now), 36).toISOString();
  expect(kept("2026-11-21T10:00:00Z")).toBe("2023-11-01T00:00:00.000Z");
  expect(kept("2026-03-31T23:59:59Z")).toBe("2023-03-01T00:00:00.000Z");
  expect(kept("2026-01-01T00:00:00Z")).toBe("2023-01-01T00:00:00.000Z");
});

test("deletes months beyond the retention period, and continues from their signed closing hash [R3.14]", async () => {
  const { chain, retention, check, clock } = createJobs();
  await writeOn("2021-09-30", "2021-10-31", "2021-11-01", "2021-12-24", "2024-11-20");
  await chain.runOnce();
  const before = await check();
  expect(await retention.runOnce()).toBe(2);
  expect(await listDays()).toEqual(["2021-11-01", "2021-12-24", "2024-11-20"]);
  expect(await check()).toEqual({ ...before, firstNumber: 3 });
  const { rows } = await sql`select month, last_number from audit_closings`.execute(own.db);
  expect(rows).toEqual([{ month: "2021-10", last_number: 2 }]);
  await chain.runOnce();
  expect(await check()).toMatchObject({ firstNumber: 3, lastNumber: 7, isEndKnown: true });
  const closed = await sql`select new from audit where type = 'audit.month-closed'`.execute(own.db);
  expect(closed.rows).toEqual([{ new: { month: "2021-10", lastNumber: 2 } }]);

  expect(await retention.runOnce()).toBe(0);
  clock.advance(31 * day);
  expect(await retention.runOnce()).toBe(1);
  expect(await listDays()).toEqual(["2021-12-24", "2024-11-20"]);
  expect((await check()).break).toBeUndefined();
});

test("continues from the closing when no row of the chain is left", async () => {
  const { chain, retention, check, clock } = createJobs();
  await writeOn("2021-09-30", "2021-10-31");
  await chain.runOnce();
  clock.advance(3_650 * day);
  expect(await retention.runOnce()).toBe(3);
  await chain.runOnce();
  expect(await check()).toEqual({ firstNumber: 4, lastNumber: 4, isEndKnown: true });
});

test("refuses to delete other rows, and reports a forged closing", async () => {
  const { chain, retention, check } = createJobs();
  await writeOn("2021-09-30", "2021-11-01", "2024-11-20");
  await chain.runOnce();
  await retention.runOnce();
  await expect(sql`delete from audit where number = 2`.execute(own.db)).rejects.toThrow("append-only");
  await expect(sql`delete from audit_closings`.execute(own.db)).rejects.toThrow("append-only");
  await sql`
    insert into audit_closings (last_number, hash, month, closed_at, signature)
    select number, hash, '2021-11', now(), decode(repeat('00', 32), 'hex') from audit where number = 2`.execute(
    own.db,
  );
  await sql`delete from audit where number = 2`.execute(own.db);
  expect((await check()).break).toEqual({ number: 2, difference: "closing" });
});

test("waits until the folder has a key", async () => {
  const { retention } = createJobs();
  await writeOn("2021-09-30");
  expect(await retention.runOnce()).toBe(0);
  expect(await listDays()).toEqual(["2021-09-30"]);
});
