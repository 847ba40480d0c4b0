import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { openOwnDatabase } from "../../../test/own-database.ts";
import { createLogger } from "../logger.ts";
import type { Leadership } from "./leadership.ts";
import { createLeadership } from "./leadership.ts";

const { db, close } = await openOwnDatabase();
afterAll(close);
await sql`create table written (by_whom text not null)`.execute(db);

interface TestProcess extends Leadership {
  /** Its callbacks, in order. */
  readonly events: string[];
}

function createProcess(isSole = false): TestProcess {
  const events: string[] = [];
  const leadership = createLeadership({
    db,
    logger: createLogger({ logLevel: "silent" }),
    processId: randomUUID(),
    isSole,
    onElected: () => void events.push("elected"),
    onReplaced: async () => void events.push("replaced"),
  });
  onTestFinished(() => leadership.stop());
  return { ...leadership, events };
}

const write = (leadership: Leadership, byWhom: string, before?: () => Promise<unknown>) =>
  leadership.db.transaction().execute(async (trx) => {
    await sql`insert into written (by_whom) values (${byWhom})`.execute(trx);
    await before?.();
  });

const listWritten = async () =>
  (await sql<{ byWhom: string }>`select by_whom as "byWhom" from written`.execute(db)).rows;
const expireLease = () => sql`update job_leader set expires_at = '-infinity'`.execute(db);

test("one of two processes leads; the other follows when it stops", async () => {
  const [one, other] = [createProcess(), createProcess()];
  await one.start();
  await other.start();
  expect([one.events, other.events]).toEqual([["elected"], []]);
  await write(one, "one");
  await expect(write(other, "other")).rejects.toThrow("this process does not run the background jobs");
  await one.stop();
  await expect.poll(() => other.events).toEqual(["elected"]);
  await write(other, "other");
  await expect(write(one, "one again")).rejects.toThrow("does not run");
  expect(await listWritten()).toEqual([{ byWhom: "one" }, { byWhom: "other" }]);
  const snapshot = other.db.transaction().setIsolationLevel("repeatable read");
  const rows = await snapshot.execute(async (trx) => (await sql`select from written`.execute(trx)).rows);
  expect(rows).toHaveLength(2);
  // What is no transaction, such as a single statement, uses the database as it is.
  expect((await sql`select from written`.execute(other.db)).rows).toHaveLength(2);
});

test("a transaction of a process that was replaced meanwhile is rolled back", async () => {
  const [one, other] = [createProcess(), createProcess()];
  await one.start();
  const takeOver = async () => {
    await expireLease();
    await other.start();
    expect(other.events).toEqual(["elected"]);
  };
  await expect(write(one, "late", takeOver)).rejects.toThrow("another process runs the background jobs now");
  expect(await listWritten()).not.toContainEqual({ byWhom: "late" });
  await expect.poll(() => one.events).toEqual(["elected", "replaced"]);
  await write(other, "in time");
});

test("nothing is committed by the one before while another is elected", async () => {
  const [one, other] = [createProcess(), createProcess()];
  await one.start();
  let endOther: Promise<void> | undefined;
  await one.db.transaction().execute(async (trx) => {
    await sql`insert into written (by_whom) values ('before')`.execute(trx);
    await expireLease();
    // The one before has checked its term; the election waits for its commit.
    await sql`select from job_leader for share`.execute(trx);
    endOther = other.start();
  });
  await endOther;
  expect(other.events).toEqual(["elected"]);
  expect(await listWritten()).toContainEqual({ byWhom: "before" });
});

test("the only process does not wait for the lease of the one that was killed", async () => {
  const killed = createProcess();
  await killed.start();
  const next = createProcess(true);
  await next.start();
  expect(next.events).toEqual(["elected"]);
});
