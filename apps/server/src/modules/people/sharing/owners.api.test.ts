import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createPlant, createSession, ensurePlatform } from "../../../../test/fixtures.ts";
import { plantBody } from "../../../../test/plant-body.ts";
import { openTestStage } from "../../../../test/stage.ts";

// An own database, since the test reads which transactions wait in its locks.
const { engines, server } = await openTestStage({ isOwnDatabase: true });

type Person = Awaited<ReturnType<typeof createPerson>>;

async function createPerson(options: { companyId?: string; roleCode?: string } = {}) {
  const account = await createAccount(engines.db, { roleCode: "owner", ...options });
  const steppedUpAt = new Date();
  return { ...account, ...(await createSession(engines.db, { accountId: account.id, steppedUpAt })) };
}

const post = async ({ authorization }: Person, path: string, body: object) =>
  (await server.call("POST", path, { authorization, body })).envelope;

async function untilWaiting(count: number): Promise<void> {
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        engines.db,
      )
    ).rows.length;
  await expect.poll(waiting, { timeout: 50_000 }).toBe(count);
}

/** Runs both concurrently, the first a little earlier: both wait for the account's row lock and get it in this order. */
async function race(
  accountId: string,
  first: () => ReturnType<typeof post>,
  second: () => ReturnType<typeof post>,
): Promise<string[]> {
  const { responses } = await engines.db.transaction().execute(async (trx) => {
    await sql`select from accounts where id = ${accountId} for update`.execute(trx);
    const one = first();
    await untilWaiting(1);
    const other = second();
    await untilWaiting(2);
    return { responses: [one, other] };
  });
  return (await Promise.all(responses)).map(({ code }) => code);
}

async function findOrphans(): Promise<unknown[]> {
  const { rows } = await sql`
    select p.id from plants p join accounts a on a.id = p.owner_id where a.cancelled_at is not null`.execute(
    engines.db,
  );
  return rows;
}

async function createOffered() {
  const [owner, next] = [await createPerson(), await createPerson()];
  const plant = await createPlant(engines.db, { ownerId: owner.id });
  const body = { stationId: plant.id, target: next.email };
  const { data } = await post(owner, "/workData/powerStation/transfer", body);
  const accept = () =>
    post(next, "/workData/powerStation/transferAnswer", { transferId: data.transferId, accept: true });
  return { next, plant, accept, logOff: () => post(next, "/user/logoff", {}) };
}

test("transfers no plant to an account that is being closed, and closes none that has just got one [R6.5, R1.8]", async () => {
  const late = await createOffered();
  expect(await race(late.next.id, late.logOff, late.accept)).toEqual(["0", "A0201"]);
  const early = await createOffered();
  expect(await race(early.next.id, early.accept, early.logOff)).toEqual(["0", "A0430"]);
  expect(await findOrphans()).toEqual([]);
});

test("names no owner of a new plant whose account is being deleted, and deletes none that has just become one [R3.6]", async () => {
  const { companyId } = await ensurePlatform(engines.db);
  const root = await createPerson({ companyId, roleCode: "ROOT" });
  const add = (ownerId: string) =>
    post(root, "/workData/powerStation/add", { ...plantBody, name: "Barn", ownerId });
  const remove = async (accountId: string) => {
    const { authorization } = root;
    const detail = await server.call("GET", "/account/detail", { authorization, query: { accountId } });
    const { revision } = detail.envelope.data;
    return await post(root, "/account/delete", { accountId, revision });
  };
  const late = await createPerson();
  expect(
    await race(
      late.id,
      () => remove(late.id),
      () => add(late.id),
    ),
  ).toEqual(["0", "A0404"]);
  const early = await createPerson();
  expect(
    await race(
      early.id,
      () => add(early.id),
      () => remove(early.id),
    ),
  ).toEqual(["0", "A0430"]);
  expect(await findOrphans()).toEqual([]);
});
