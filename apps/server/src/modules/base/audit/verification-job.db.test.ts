import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openOwnDatabase } from "../../../../test/own-database.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createAuditJobs } from "./audit-jobs.ts";
import { createChainJob } from "./chain-job.ts";
import { createChainSeal } from "./chain-seal.ts";
import { createVerificationJob } from "./verification-job.ts";
import { findVerifications, requestVerification } from "./verifications.repository.ts";

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

function createJobs(clock = createVirtualClock(Date.parse("2026-05-01T00:00:00Z"))) {
  const seal = createChainSeal({ dataFolder });
  const chain = createChainJob({ db: own.db, seal, logger });
  return { clock, chain, job: createVerificationJob({ db: own.db, seal, clock, logger }) };
}

const ask = () =>
  own.db.transaction().execute((trx) => requestVerification(trx, { requestedBy: undefined, at: new Date() }));

test("verifies once a day automatically, and once for all concurrent requests", async () => {
  const { clock, chain, job } = createJobs();
  await chain.runOnce();
  expect(await job.runOnce()).toBe(true);
  expect(await job.runOnce()).toBe(false);
  expect((await findVerifications(own.db)).last).toMatchObject({
    result: "intact",
    firstNumber: 1,
    lastNumber: 1,
    isEndKnown: true,
    break: null,
  });
  clock.advance(86_399_000);
  expect(await job.runOnce()).toBe(false);
  clock.advance(1_000);
  expect(await job.runOnce()).toBe(true);
  expect([await ask(), await ask()]).toEqual([true, false]);
  expect((await findVerifications(own.db)).open).toMatchObject({ startedAt: null, endedAt: null });
  expect(await job.runOnce()).toBe(true);
  expect((await findVerifications(own.db)).open).toBeUndefined();
});

test("records the first broken row of a chain, also in the security log", async () => {
  const { chain, job } = createJobs();
  await sql`insert into audit (kind, type) values ('system', 'session.sign-in')`.execute(own.db);
  await chain.runOnce();
  await sql`alter table audit disable trigger user`.execute(own.db);
  await sql`delete from audit where number = 1`.execute(own.db);
  await job.runOnce();
  const found = { number: 1, difference: "missing" };
  expect((await findVerifications(own.db)).last).toMatchObject({ result: "broken", break: found });
  const { rows } = await sql`select kind, new from audit where type = 'audit.broken'`.execute(own.db);
  expect(rows).toEqual([{ kind: "security", new: found }]);
});

test("reports a verification that failed, and repeats one whose process crashed", async () => {
  const { clock, chain, job } = createJobs();
  await chain.runOnce();
  await ask();
  await sql`update audit_verifications set started_at = ${new Date(clock.now())}`.execute(own.db);
  expect(await job.runOnce()).toBe(false);
  clock.advance(3_600_001);
  await writeFile(join(dataFolder, "audit", "head.json"), "{}");
  expect(await job.runOnce()).toBe(true);
  expect((await findVerifications(own.db)).last).toMatchObject({ result: "failed", lastNumber: null });
});

test("leaves an aborted verification to the next process", async () => {
  const { chain, job } = createJobs();
  await chain.runOnce();
  await expect(job.runOnce(AbortSignal.abort())).rejects.toThrow();
  expect((await findVerifications(own.db)).open).toMatchObject({ startedAt: null });
  expect(await job.runOnce()).toBe(true);
});

test("the role jobs seals and verifies automatically until it is stopped", async () => {
  const jobs = createAuditJobs({
    db: own.db,
    config: { dataFolder, auditMonths: 36 },
    clock: createVirtualClock(Date.now()),
    logger,
  });
  jobs.start();
  const result = async () => (await findVerifications(own.db)).last?.result;
  await expect.poll(result, { timeout: 30_000 }).toBe("intact");
  await jobs.stop();
  await sql`insert into audit (kind, type) values ('system', 'session.sign-in')`.execute(own.db);
  const { rows } = await sql`select from audit where number is null`.execute(own.db);
  expect(rows).toHaveLength(1);
});
