import { randomInt, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../../test/app.ts";
import { createTestApp } from "../../../../../test/app.ts";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import {
  createAccount,
  createCompany,
  createGrant,
  createPlant,
  createSession,
} from "../../../../../test/fixtures.ts";
import { listMessages } from "../../../../../test/outbox.ts";

let engines: TestEngines;
let server: TestApp;

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp(engines);
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

type Account = Awaited<ReturnType<typeof createAccount>>;

/** A user whose company is named after them, as registration creates it. */
async function createPerson(companyName?: string): Promise<Account> {
  const userName = `Ida ${randomUUID().slice(0, 8)}`;
  const company = await createCompany(engines.db, { name: companyName ?? userName });
  const account = await createAccount(engines.db, { companyId: company.id, userName });
  await sql`
    update companies set address = '1 Sun Street', contact = ${userName}, contact_email = ${account.email}
    where id = ${company.id}`.execute(engines.db);
  await sql`update accounts set email_verified_at = now() where id = ${account.id}`.execute(engines.db);
  return account;
}

async function logOff({ id }: Account): Promise<void> {
  const { authorization } = await createSession(engines.db, { accountId: id, steppedUpAt: new Date() });
  const { envelope } = await server.call("POST", "/user/logoff", { authorization, body: {} });
  expect(envelope.code).toBe("0");
}

const companyOf = async ({ companyId }: Account) =>
  (
    await sql<{ name: string; address: string; contact: string; contactEmail: string }>`
      select name, address, contact, contact_email as "contactEmail" from companies where id = ${companyId}`.execute(
      engines.db,
    )
  ).rows[0];

test("erases the name of a company that is named after its only user [R7.8]", async () => {
  const person = await createPerson();
  await logOff(person);
  expect(await companyOf(person)).toEqual({ name: "cancelled", address: "", contact: "", contactEmail: "" });
});

test("keeps a company's own name, and the name of a company with other accounts, and clears its contact [R7.8]", async () => {
  const name = `Sun ${randomUUID().slice(0, 8)}`;
  const [firm, family] = [await createPerson(name), await createPerson()];
  await createAccount(engines.db, { companyId: family.companyId });
  for (const person of [firm, family]) await logOff(person);
  const kept = { address: "1 Sun Street", contact: "", contactEmail: "" };
  expect(await companyOf(firm)).toEqual({ ...kept, name });
  expect(await companyOf(family)).toEqual({ ...kept, name: family.userName });
});

test("recognizes the account as a company's contact by phone number in another spelling [R7.8]", async () => {
  const person = await createPerson(`Sun ${randomUUID().slice(0, 8)}`);
  const national = `139${String(randomInt(1e8)).padStart(8, "0")}`;
  await sql`update accounts set phone = ${`+86${national}`} where id = ${person.id}`.execute(engines.db);
  const typed = `${national.slice(0, 3)} ${national.slice(3, 7)} ${national.slice(7)}`;
  await sql`
    update companies set contact = 'Mrs Ida', contact_email = 'office@example.org', contact_phone = ${typed}
    where id = ${person.companyId}`.execute(engines.db);
  await logOff(person);
  const { rows } = await sql`
    select contact, contact_email as email, contact_phone as phone from companies
    where id = ${person.companyId}`.execute(engines.db);
  expect(rows).toEqual([{ contact: "", email: "office@example.org", phone: "" }]);
});

/** An invitation to and a transfer of a plant, addressed to an email. */
async function offerTo(target: string) {
  const plant = await createPlant(engines.db);
  const { authorization } = await createSession(engines.db, {
    accountId: plant.ownerId,
    steppedUpAt: new Date(server.clock.now()),
  });
  for (const [verb, level] of [
    ["share", { level: "participant" }],
    ["transfer", { keepGrantIds: [] }],
  ] as const) {
    const body = { stationId: plant.id, target, ...level };
    const { envelope } = await server.call("POST", `/workData/powerStation/${verb}`, { authorization, body });
    expect([verb, envelope.code]).toEqual([verb, "0"]);
  }
  // Stored as typed, before an account with the address was known.
  await sql`update plant_grants set account_id = null, target = ${target} where plant_id = ${plant.id}`.execute(
    engines.db,
  );
  await sql`
    update plant_transfers set to_account_id = null, target = ${target} where plant_id = ${plant.id}`.execute(
    engines.db,
  );
  return async () => {
    const grants = await sql`select state, target from plant_grants where plant_id = ${plant.id}`.execute(
      engines.db,
    );
    const transfers = await sql`
      select state, target from plant_transfers where plant_id = ${plant.id}`.execute(engines.db);
    return [...grants.rows, ...transfers.rows];
  };
}

test("ends open offers to a verified contact with the account, and no others [R7.8, R6.4, R6.5]", async () => {
  const [person, unverified] = [await createPerson(), await createPerson()];
  await sql`update accounts set email_verified_at = null where id = ${unverified.id}`.execute(engines.db);
  const offers = await offerTo(person.email.toLowerCase());
  const others = await offerTo(unverified.email.toLowerCase());
  for (const each of [person, unverified]) await logOff(each);
  expect(await offers()).toEqual([
    { state: "ended", target: "" },
    { state: "declined", target: "" },
  ]);
  expect(await others()).toEqual([
    { state: "invited", target: unverified.email.toLowerCase() },
    { state: "offered", target: unverified.email.toLowerCase() },
  ]);
});

test("deletes an unanswered invitation with its account [R7.8]", async () => {
  const boss = await createAccount(engines.db, { roleCode: "distributor-administrator" });
  const { authorization } = await createSession(engines.db, { accountId: boss.id });
  const roles = await sql<{ id: string }>`select id from roles where code = 'distributor-viewer'`.execute(
    engines.db,
  );
  const post = async (path: string, body: object) =>
    (await server.call("POST", path, { authorization, body })).envelope;
  const email = `${randomUUID()}@example.org`;
  const { data } = await post("/account/invite", { roleId: roles.rows[0]?.id, userName: "Ana", email });
  const { accountId } = data;
  const detail = await server.call("GET", "/account/detail", { authorization, query: { accountId } });
  const { revision } = detail.envelope.data;
  expect((await post("/account/delete", { accountId, revision })).code).toBe("0");
  const { rows } = await sql`select from invitations where account_id = ${accountId}`.execute(engines.db);
  expect(rows).toEqual([]);
});

interface Contact {
  personInCharge: string;
  email: string;
  phone: string;
}

/** A plant of an owner, with its contact. */
async function createPlantWith(ownerId: string, { personInCharge, email, phone }: Contact): Promise<string> {
  const { id } = await createPlant(engines.db, { ownerId });
  await sql`
    update plants set person_in_charge = ${personInCharge}, email = ${email}, phone = ${phone}, address = '1 Sun Street'
    where id = ${id}`.execute(engines.db);
  return id;
}

const contactOf = async (plantId: string) =>
  (
    await sql<Contact & { address: string }>`
      select person_in_charge as "personInCharge", email, phone, address from plants where id = ${plantId}`.execute(
      engines.db,
    )
  ).rows[0];

test("clears the contact of transferred plants and keeps their location [R7.8, R6.5]", async () => {
  const [person, heir] = [await createPerson(), await createAccount(engines.db)];
  const digits = `170${String(randomInt(1e7)).padStart(7, "0")}`;
  await sql`update accounts set phone = ${`+49${digits}`} where id = ${person.id}`.execute(engines.db);
  const [address, gone] = ["1 Sun Street", { personInCharge: "", email: "", phone: "" }];
  const own = {
    personInCharge: person.userName,
    email: person.email.toUpperCase(),
    phone: `0049 ${digits.slice(0, 3)} ${digits.slice(3)}`,
  };
  const handedOn = await createPlantWith(person.id, own);
  const since = { personInCharge: heir.userName, email: heir.email, phone: own.phone };
  const changedSince = await createPlantWith(person.id, since);
  for (const plantId of [handedOn, changedSince]) {
    const { authorization } = await createSession(engines.db, {
      accountId: person.id,
      steppedUpAt: new Date(server.clock.now()),
    });
    const body = { stationId: plantId, target: heir.email, keepGrantIds: [] };
    const offer = await server.call("POST", "/workData/powerStation/transfer", { authorization, body });
    const { transferId } = offer.envelope.data;
    const response = await server.call("POST", "/workData/powerStation/transferAnswer", {
      ...(await createSession(engines.db, { accountId: heir.id })),
      body: { transferId, accept: true },
    });
    expect(response.envelope.code).toBe("0");
  }
  await logOff(person);
  expect(await contactOf(handedOn)).toEqual({ ...gone, address });
  expect(await contactOf(changedSince)).toEqual({ ...since, phone: "", address });
});

test("keeps contacts of others' plants, clears the own contact at administered ones, and logs it [R7.8, R3.14]", async () => {
  const [person, other] = [await createPerson(), await createAccount(engines.db)];
  const desk = { personInCharge: "Service desk", email: person.email, phone: "+49 30 1" };
  const strangers = await createPlantWith(other.id, desk);
  const shared = await createPlantWith(other.id, desk);
  const administered = await createPlantWith(other.id, desk);
  for (const [plantId, level] of [
    [shared, "participant"],
    [administered, "administrator"],
  ] as const)
    await createGrant(engines.db, { plantId, accountId: person.id, level, invitedBy: other.id });
  await logOff(person);
  const address = "1 Sun Street";
  for (const plantId of [strangers, shared]) expect(await contactOf(plantId)).toEqual({ ...desk, address });
  expect(await contactOf(administered)).toEqual({ ...desk, email: "", address });
  const { rows } = await sql`
    select plant_id as "plantId", actor_id as "actorId", original, new from audit
    where type = 'station.update' and plant_id in (${strangers}, ${shared}, ${administered})`.execute(
    engines.db,
  );
  expect(rows).toEqual([
    { plantId: administered, actorId: person.id, original: { email: "***" }, new: { email: "" } },
  ]);
});

test("deletes unsent messages to a verified contact with the account, and no others [R7.8]", async () => {
  const [person, unverified] = [await createPerson(), await createPerson()];
  await sql`update accounts set email_verified_at = null where id = ${unverified.id}`.execute(engines.db);
  const sharer = await createPlant(engines.db);
  const { authorization } = await createSession(engines.db, { accountId: sharer.ownerId });
  for (const { email } of [person, unverified]) {
    const body = { stationId: sharer.id, target: email, level: "participant" };
    const shared = await server.call("POST", "/workData/powerStation/share", { authorization, body });
    expect(shared.envelope.code).toBe("0");
  }
  const count = async () =>
    await Promise.all(
      [person, unverified].map(async ({ email }) => (await listMessages(engines.db, email)).length),
    );
  expect(await count()).toEqual([1, 1]);
  for (const each of [person, unverified]) await logOff(each);
  expect(await count()).toEqual([0, 1]);
});
