import type { AlarmLogRow } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alarmMinute, createAlarmOwner } from "../../../../test/alarms.ts";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import {
  createAccount,
  createCompany,
  createGrant,
  createSession,
  createTransfer,
  ensurePlatform,
} from "../../../../test/fixtures.ts";

let engines: TestEngines;
let app: TestApp;

beforeAll(async () => {
  engines = await openTestEngines();
  app = await createTestApp(engines);
});
afterAll(async () => {
  await app.close();
  await engines.close();
});

type Owner = Awaited<ReturnType<typeof createOwner>>;
type Person = Awaited<ReturnType<typeof createPerson>>;

/** An owner whose plant has two entries of its alarm's history, one in June and one in July. */
async function createOwner() {
  const one = await createAlarmOwner(engines.db, app);
  const alarmId = await one.add("7");
  for (const [kind, months] of [
    ["raised", 0],
    ["gone", 1],
  ] as const)
    await sql`
      insert into alarm_events (alarm_id, at, kind)
      values (${alarmId}, ${alarmMinute(0)}::timestamptz + ${months} * interval '1 month', ${kind})`.execute(
      engines.db,
    );
  return { ...one, alarmId };
}

async function createPerson(options: Parameters<typeof createAccount>[1] = {}) {
  const account = await createAccount(engines.db, options);
  return { ...account, ...(await createSession(engines.db, { accountId: account.id })) };
}

async function ask({ authorization }: { authorization: string }, query: object): Promise<AlarmLogRow[]> {
  const { envelope } = await app.call("GET", "/alarm/log", { authorization, query });
  expect(envelope.code).toBe("0");
  return envelope.data.rows;
}

/** Operations of the plant that a user reads, the same by plant, by device and in the whole log. */
async function read(person: { authorization: string }, one: Owner): Promise<string[]> {
  const ways = await Promise.all([
    ask(person, { stationId: one.plant.id }),
    ask(person, { deviceId: one.device.id }),
    ask(person, { alarmId: one.alarmId }),
    ask(person, { search: one.device.sn }),
  ]);
  const operations = ways.map((rows) => rows.map(({ operation }) => operation));
  for (const way of operations) expect(way).toEqual(operations[0]);
  return operations[0] as string[];
}

const midJune = new Date("2026-06-15T00:00:00Z");

async function grant(one: Owner, person: Person, level: "participant" | "administrator", since: Date) {
  const { id } = await createGrant(engines.db, {
    plantId: one.plant.id,
    accountId: person.id,
    level,
    invitedBy: one.owner.id,
  });
  await sql`update plant_grants set answered_at = ${since} where id = ${id}`.execute(engines.db);
}

const setSettings = (one: Owner, parts: readonly string[]) =>
  sql`update plants set settings = ${JSON.stringify({ participantSees: parts })}::jsonb where id = ${one.plant.id}`.execute(
    engines.db,
  );

test("shows the owner and the operator all entries, strangers and other companies none", async () => {
  const one = await createOwner();
  const operator = await createPerson({ ...(await ensurePlatform(engines.db)), roleCode: "ROOT" });
  const stranger = await createPerson();
  const administrator = await createPerson({ roleCode: "installer-administrator" });
  expect(await read(one, one)).toEqual(["gone", "raised"]);
  expect(await read(operator, one)).toEqual(["gone", "raised"]);
  for (const person of [stranger, administrator]) {
    expect(await read(person, one)).toEqual([]);
    expect(await ask(person, {})).toEqual([]);
  }
});

test("shows members entries since the grant, participants only while the plant's settings show alarms", async () => {
  const one = await createOwner();
  const [participant, administrator] = [await createPerson(), await createPerson()];
  await grant(one, participant, "participant", midJune);
  await grant(one, administrator, "administrator", midJune);
  expect(await read(participant, one)).toEqual(["gone"]);
  expect((await ask(participant, {})).map(({ operation }) => operation)).toEqual(["gone"]);
  await setSettings(one, ["energy", "devices"]);
  expect(await read(participant, one)).toEqual([]);
  expect(await ask(participant, {})).toEqual([]);
  expect(await read(administrator, one)).toEqual(["gone"]);
  await setSettings(one, ["alarms"]);
  expect(await read(participant, one)).toEqual(["gone"]);
  expect(await ask(participant, {})).toMatchObject([{ slotLabel: "" }]);
  await sql`update plant_grants set state = 'ended' where account_id = ${participant.id}`.execute(engines.db);
  expect(await read(participant, one)).toEqual([]);
});

test("shows a new owner and its company entries since the transfer, the former ones none", async () => {
  const one = await createOwner();
  const company = await createCompany(engines.db);
  const buyer = await createPerson({ companyId: company.id });
  const colleague = await createPerson({ companyId: company.id, roleCode: "installer-administrator" });
  const former = await createPerson({ companyId: one.plant.companyId, roleCode: "installer-administrator" });
  expect(await read(former, one)).toEqual(["gone", "raised"]);
  const { id } = await createTransfer(engines.db, {
    plantId: one.plant.id,
    accountId: buyer.id,
    invitedBy: one.owner.id,
  });
  await sql`update plant_transfers set state = 'accepted', answered_at = ${midJune} where id = ${id}`.execute(
    engines.db,
  );
  await sql`update plants set owner_id = ${buyer.id}, company_id = ${company.id} where id = ${one.plant.id}`.execute(
    engines.db,
  );
  expect(await read(buyer, one)).toEqual(["gone"]);
  expect(await read(colleague, one)).toEqual(["gone"]);
  expect(await read(former, one)).toEqual([]);
  expect(await read(one, one)).toEqual([]);
});

test("names an operator whom the reader may not know by the company, and a deleted one not at all", async () => {
  const one = await createOwner();
  const support = await createPerson({ ...(await ensurePlatform(engines.db)), roleCode: "ROOT" });
  await app.call("POST", "/alarm/acknowledge", {
    authorization: support.authorization,
    body: { alarmIds: [one.alarmId] },
  });
  const [row] = await ask(one, { stationId: one.plant.id, operation: "acknowledged" });
  expect(row).toMatchObject({ isSystem: false, signInMethod: null });
  expect(row?.operatorName).not.toContain(support.userName);
  expect(row?.operatorName).toBeTruthy();
  expect(await ask(one, { stationId: one.plant.id, operator: support.userName })).toEqual([]);
  expect(await ask(support, { stationId: one.plant.id, operator: support.userName })).toHaveLength(1);
  await sql`update accounts set cancelled_at = now() where id = ${support.id}`.execute(engines.db);
  const [later] = await ask(one, { stationId: one.plant.id, operation: "acknowledged" });
  expect(later).toMatchObject({ isSystem: false, operatorName: null });
});

test("refuses a role that may not read alarms", async () => {
  const anonymous = await createSession(engines.db);
  const { envelope } = await app.call("GET", "/alarm/log", { authorization: anonymous.authorization });
  expect(envelope.code).toBe("A0300");
});
