import { randomUUID } from "node:crypto";
import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createPlant, ensurePlatform } from "../../../../test/fixtures.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { accountScope } from "../access/scope.ts";
import { lockActs } from "./fleet-brake.repository.ts";
import { createFleetBrakeService } from "./fleet-brake.service.ts";

const engines = await openTestEngines();
const { db } = engines;
const clock = createVirtualClock(Date.parse("2026-06-11T10:00:00Z"));
const brake = createFleetBrakeService({ db, clock });
const MINUTE_MS = 60_000;
const STOPPED = { code: "A0440", details: { messageKey: "message.fleetBrake" } };

afterAll(() => engines.close());

async function createActor(companyId?: string) {
  const account = await createAccount(db, {
    roleCode: "installer-administrator",
    companyId,
    password: "acts-alone",
  });
  const scope = accountScope({
    ...{ accountId: account.id, companyId: account.companyId, isSuper: false, isPlatform: false },
    ...{ permissionIds: new Set<never>(), jurisdiction: "company" },
  });
  return { account, actor: { scope, address: "192.0.2.1", language: "en" as const } };
}

async function stage() {
  const acting = await createActor();
  const plants = await Promise.all(
    Array.from({ length: 6 }, () => createPlant(db, { ownerId: acting.account.id })),
  );
  const ids = plants.map(({ id }) => id);
  const act = (from: number, to: number) => brake.pass(acting.actor, ids.slice(from, to));
  const second = await createActor(acting.account.companyId);
  const decide = (isConfirmed: boolean) =>
    brake.decide(second.actor, { accountId: acting.account.id, isConfirmed });
  return { ...acting, second, act, decide };
}

test("counts different plants within a minute, however often each is changed", async () => {
  const { act } = await stage();
  for (let times = 0; times < 3; times++) await act(0, 5);
  clock.advance(MINUTE_MS + 1);
  await act(5, 6);
  await act(0, 4);
  await expect(act(4, 5)).rejects.toMatchObject(STOPPED);
});

test("a stop of one request over many plants is recorded, mailed and in the security log", async () => {
  const { act, account, second } = await stage();
  await expect(act(0, 6)).rejects.toMatchObject(STOPPED);
  await expect(act(0, 1)).rejects.toMatchObject(STOPPED);
  const { rows } = await sql<{ type: string; address: string }>`
    select type, address from audit where kind = 'security' and actor_id = ${account.id}`.execute(db);
  expect(rows).toEqual([{ type: "fleetBrake.stop", address: "192.0.2.1" }]);
  const mails = await sql<{ recipient: string }>`
    select recipient from outbox where recipient in (${second.account.email}, ${account.email})`.execute(db);
  // The account that acts is not asked to confirm.
  expect(mails.rows).toEqual([{ recipient: second.account.email }]);
});

test("goes on for 15 minutes after a second person has confirmed, and stops again afterwards", async () => {
  const { act, decide } = await stage();
  await expect(act(0, 6)).rejects.toMatchObject(STOPPED);
  await decide(true);
  clock.advance(15 * MINUTE_MS - 1);
  await act(0, 6);
  clock.advance(1);
  await expect(act(0, 6)).rejects.toMatchObject(STOPPED);
});

test("a refusal keeps the account stopped, however long, until a second person confirms", async () => {
  const { act, account, decide, second } = await stage();
  const findRow = async () => {
    const { rows } = await brake.list(second.actor, { page: 1, pageSize: 50 });
    return rows.find(({ accountId }) => accountId === account.id);
  };
  await expect(act(0, 6)).rejects.toMatchObject(STOPPED);
  await decide(false);
  expect(await findRow()).toMatchObject({ state: "refused", mayDecide: true });
  await expect(decide(false)).rejects.toMatchObject({ details: { messageKey: "message.brakeDecided" } });
  clock.advance(24 * 60 * MINUTE_MS);
  await expect(act(0, 1)).rejects.toMatchObject(STOPPED);
  await decide(true);
  expect(await findRow()).toMatchObject({ state: "confirmed", mayDecide: false });
  await act(0, 6);
});

test("a refusal from before refusals kept an account stopped has ended", async () => {
  const { act, account, decide } = await stage();
  await expect(act(0, 6)).rejects.toMatchObject(STOPPED);
  await decide(false);
  await sql`update fleet_brakes set until_at = decided_at where account_id = ${account.id}`.execute(db);
  await act(0, 5);
  await expect(act(5, 6)).rejects.toMatchObject(STOPPED);
});

test("refuses a decision about the own acts, and a second one", async () => {
  const { act, decide, account, actor } = await stage();
  await expect(act(0, 6)).rejects.toMatchObject(STOPPED);
  const own = { accountId: account.id, isConfirmed: true };
  await expect(brake.decide(actor, own)).rejects.toMatchObject({
    details: { messageKey: "message.notOwnActs" },
  });
  await decide(true);
  await expect(decide(true)).rejects.toMatchObject({ details: { messageKey: "message.brakeDecided" } });
  await expect(brake.decide(actor, { accountId: randomUUID(), isConfirmed: true })).rejects.toMatchObject({
    details: { messageKey: "message.brakeDecided" },
  });
});

test("requests of one account are counted one after the other: two at the same moment do not both pass", async () => {
  const { act, account } = await stage();
  const outcomes = await db.transaction().execute(async (trx) => {
    await lockActs(trx, account.id);
    // Both have begun and wait.
    const both = Promise.allSettled([act(0, 3), act(3, 6)]);
    await expect.poll(() => countWaiting(account.id)).toBe(2);
    return { both };
  });
  const ended = await outcomes.both;
  expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

/** Requests that wait for the acts of an account to be counted. */
async function countWaiting(accountId: string): Promise<number> {
  const { rows } = await sql`
    with key as (select hashtextextended(${`fleet-brake ${accountId}`}, 0) as value)
    select from pg_locks, key where locktype = 'advisory' and not granted
      and classid::bigint = (value >> 32) & 4294967295 and objid::bigint = value & 4294967295`.execute(db);
  return rows.length;
}

test("the list names the operator in the caller's language", async () => {
  const { act, account } = await stage();
  await expect(act(0, 6)).rejects.toMatchObject(STOPPED);
  const { companyId } = await ensurePlatform(db);
  await sql`update fleet_brakes set company_id = ${companyId} where account_id = ${account.id}`.execute(db);
  const { actor } = await createActor(companyId);
  const named = async (language: Language) => {
    const { rows } = await brake.list({ ...actor, language }, { page: 1, pageSize: 50 });
    return rows.find(({ accountId }) => accountId === account.id)?.companyName;
  };
  expect(await named("en")).toBe("Platform operator");
  expect(await named("zh-cn")).toBe("平台运营商");
});
