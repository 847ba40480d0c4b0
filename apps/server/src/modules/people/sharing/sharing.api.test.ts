import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import type { AccountOptions } from "../../../../test/fixtures.ts";
import { createAccount, createGrant, createPlant, createSession } from "../../../../test/fixtures.ts";

let engines: TestEngines;
let server: TestApp;
let owner: Person;
let plant: Awaited<ReturnType<typeof createPlant>>;

type Person = Awaited<ReturnType<typeof createPerson>>;

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp(engines);
});

afterAll(async () => {
  await server.close();
  await engines.close();
});

beforeEach(async () => {
  owner = await createPerson();
  plant = await createPlant(engines.db, { ownerId: owner.id });
});

async function createPerson(options: AccountOptions = {}) {
  const account = await createAccount(engines.db, options);
  return { ...account, ...(await createSession(engines.db, { accountId: account.id })) };
}

const post = (person: Person, name: string, body: object) =>
  server.call("POST", `/workData/powerStation/${name}`, { authorization: person.authorization, body });
const get = (person: Person, name: string, query: object = {}) =>
  server.call("GET", `/workData/powerStation/${name}`, { authorization: person.authorization, query });

async function share(to: string, more: object = {}): Promise<string> {
  const response = await post(owner, "share", {
    stationId: plant.id,
    target: to,
    level: "participant",
    ...more,
  });
  expect(response.envelope).toMatchObject({ code: "0", msg: "The invitation has been sent." });
  return response.envelope.data.grantId;
}

const offersOf = async (person: Person) => (await get(person, "invitations")).envelope.data.rows;
const membersOf = async (person: Person) =>
  (await get(person, "members", { stationId: plant.id })).envelope.data;
const codeOf = async (response: ReturnType<typeof post>) => (await response).envelope.code;
const seesPlant = async (person: Person) =>
  (await get(person, "detail", { stationId: plant.id })).statusCode === 200;

async function listAudit(): Promise<{ type: string; actorId: string; new: unknown }[]> {
  const { rows } = await sql<{ type: string; actorId: string; new: unknown }>`
    select type, actor_id as "actorId", new from audit where plant_id = ${plant.id} order by at, type`.execute(
    engines.db,
  );
  return rows;
}

test("shows an invitation by email to the email's owner, and the plant only once it is accepted [R6.4, R1.9]", async () => {
  const guest = await createPerson();
  const grantId = await share(guest.email.toUpperCase(), { mayOperate: true });
  expect(await seesPlant(guest)).toBe(false);
  expect(await offersOf(guest)).toMatchObject([
    {
      kind: "share",
      grantId,
      stationName: plant.name,
      fromName: owner.userName,
      level: "participant",
      mayOperate: true,
    },
  ]);
  expect(await offersOf(await createPerson())).toEqual([]);
  const response = await post(guest, "shareAnswer", { grantId, accept: true });
  expect(response.envelope).toMatchObject({ code: "0", data: { stationId: plant.id } });
  expect(await seesPlant(guest)).toBe(true);
  expect(await offersOf(guest)).toEqual([]);
  expect((await listAudit()).map(({ type, actorId }) => [type, actorId])).toEqual([
    ["station.share", owner.id],
    ["station.shareAnswer", guest.id],
  ]);
  expect(JSON.stringify(await listAudit())).not.toContain(guest.email);
});

test("gives no access after a declined invitation, and refuses a second response [R6.4]", async () => {
  const guest = await createPerson();
  const grantId = await share(guest.email);
  expect(await codeOf(post(guest, "shareAnswer", { grantId, accept: false }))).toBe("0");
  expect(await codeOf(post(guest, "shareAnswer", { grantId, accept: true }))).toBe("A0440");
  expect(await seesPlant(guest)).toBe(false);
  // Other tests add and remove accounts of the companies above.
  const invited = ["invitation", "grant"];
  expect((await membersOf(owner)).rows.filter(({ way }: { way: string }) => invited.includes(way))).toEqual(
    [],
  );
});

test("shows the inviter no difference between known and unknown contacts", async () => {
  const known = await createPerson();
  const responses = [];
  for (const target of [known.email, `${randomUUID()}@example.org`, "+49 170 99999"])
    responses.push(await post(owner, "share", { stationId: plant.id, target, level: "participant" }));
  expect(new Set(responses.map(({ envelope: { code, msg } }) => `${code} ${msg}`)).size).toBe(1);
  const rows = (await membersOf(owner)).rows.filter(({ way }: { way: string }) => way === "invitation");
  expect(rows).toHaveLength(3);
  for (const row of rows) expect(row).toMatchObject({ accountCount: 0, commanderCount: 0 });
  expect(rows.map(({ name }: { name: string }) => name)).toContain("+4917099999");
});

test("shows an offer to a contact only once the contact is verified, also to an account added with it [R6.4, R6.5]", async () => {
  const unverified = await createPerson({ isEmailVerified: false });
  const byContact = await share(unverified.email);
  const transfer = await createPlant(engines.db, { ownerId: owner.id });
  await sql`
    insert into plant_transfers (plant_id, from_account_id, target, state)
    values (${transfer.id}, ${owner.id}, ${unverified.email}, 'offered')`.execute(engines.db);
  expect(await offersOf(unverified)).toEqual([]);
  expect(await codeOf(post(unverified, "shareAnswer", { grantId: byContact, accept: true }))).toBe("A0404");
  expect(await seesPlant(unverified)).toBe(false);
  await sql`update accounts set email_verified_at = now() where id = ${unverified.id}`.execute(engines.db);
  expect(await offersOf(unverified)).toHaveLength(2);
  expect(await codeOf(post(unverified, "shareAnswer", { grantId: byContact, accept: true }))).toBe("0");
  const colleague = await createPerson({ companyId: owner.companyId, isEmailVerified: false });
  const byId = await share(colleague.id);
  expect(await offersOf(colleague)).toMatchObject([{ grantId: byId }]);
});

test("accepts account ids only of the caller's companies, and not the caller's own", async () => {
  const colleague = await createPerson({ companyId: owner.companyId });
  const grantId = await share(colleague.id);
  expect(await offersOf(colleague)).toMatchObject([{ grantId }]);
  const refusalOf = async (target: string) =>
    (await post(owner, "share", { stationId: plant.id, target, level: "participant" })).envelope.data.fields;
  const stranger = await createPerson();
  expect(await refusalOf(stranger.id)).toEqual(await refusalOf(randomUUID()));
  expect(await refusalOf(stranger.id)).toMatchObject([{ path: "target", message: "Not found." }]);
  for (const own of [owner.id, owner.email])
    expect(await refusalOf(own)).toMatchObject([
      { message: "This is your own account. Enter another user." },
    ]);
  expect(await refusalOf("somebody")).toMatchObject([{ path: "target" }]);
});

test("only owner and administrators share; a participant cannot share [R6.4]", async () => {
  const participant = await createPerson();
  const administrator = await createPerson();
  for (const [person, level] of [
    [participant, "participant"],
    [administrator, "administrator"],
  ] as const)
    await createGrant(engines.db, {
      plantId: plant.id,
      accountId: person.id,
      level,
      mayOperate: true,
      invitedBy: owner.id,
    });
  const body = { stationId: plant.id, target: `${randomUUID()}@example.org` };
  expect(await codeOf(post(participant, "share", { ...body, level: "participant" }))).toBe("A0300");
  expect(await codeOf(post(administrator, "share", { ...body, level: "participant" }))).toBe("0");
  expect(await codeOf(post(administrator, "share", { ...body, level: "owner" }))).toBe("A0400");
  expect(await codeOf(get(participant, "members", { stationId: plant.id }))).toBe("A0300");
});

test("a new grant replaces the previous one, and either side can end it [R6.4]", async () => {
  const guest = await createPerson();
  for (const level of ["participant", "administrator"]) {
    const grantId = await share(guest.email, { level });
    await post(guest, "shareAnswer", { grantId, accept: true });
  }
  const grants = (await membersOf(owner)).rows.filter(({ way }: { way: string }) => way === "grant");
  expect(grants).toMatchObject([
    { name: guest.userName, level: "administrator", invitedByName: owner.userName },
  ]);
  expect(await codeOf(post(guest, "shareLeave", { stationId: plant.id }))).toBe("0");
  expect(await seesPlant(guest)).toBe(false);
  const again = await share(guest.email);
  await post(guest, "shareAnswer", { grantId: again, accept: true });
  for (let time = 0; time < 2; time += 1)
    expect(await codeOf(post(owner, "shareEnd", { grantId: again }))).toBe("0");
  expect(await seesPlant(guest)).toBe(false);
  const ends = (await listAudit()).filter(({ type }) => type === "station.shareEnd");
  expect(ends.map(({ actorId }) => actorId)).toEqual([guest.id, guest.id, owner.id]);
  expect(await codeOf(post(owner, "shareLeave", { stationId: plant.id }))).toBe("A0440");
});

test("a grant ends at its end date, and an unanswered invitation expires", async () => {
  const guest = await createPerson();
  const past = new Date(server.clock.now() - 1_000).toISOString();
  const response = await post(owner, "share", {
    stationId: plant.id,
    target: guest.email,
    level: "participant",
    endsAt: past,
  });
  expect(response.envelope.data.fields).toMatchObject([{ path: "endsAt" }]);
  const grantId = await share(guest.email, { endsAt: "2199-01-01T00:00:00Z" });
  await sql`update plant_grants set ends_at = now() - interval '1 second' where id = ${grantId}`.execute(
    engines.db,
  );
  expect(await offersOf(guest)).toEqual([]);
  expect(await codeOf(post(guest, "shareAnswer", { grantId, accept: true }))).toBe("A0440");
  await post(guest, "shareAnswer", { grantId: await share(guest.email), accept: true });
  expect(await seesPlant(guest)).toBe(true);
});

test("limits a recipient to one open invitation, and an account to 30 invitations an hour", async () => {
  const target = `${randomUUID()}@example.org`;
  await share(target);
  const again = await post(owner, "share", { stationId: plant.id, target, level: "participant" });
  expect(again.envelope).toMatchObject({
    code: "A0440",
    msg: "This user already has a pending invitation.",
  });
  for (let sent = 1; sent < 30; sent += 1) await share(`${randomUUID()}@example.org`);
  const body = { stationId: plant.id, target: `${randomUUID()}@example.org`, level: "participant" };
  expect(await codeOf(post(owner, "share", body))).toBe("A0501");
});

test("erases the contact of an invitation once it is answered or withdrawn", async () => {
  const guest = await createPerson();
  const accepted = await share(guest.email);
  await post(guest, "shareAnswer", { grantId: accepted, accept: true });
  await post(owner, "shareEnd", { grantId: await share(`${randomUUID()}@example.org`) });
  const { rows } = await sql<{ target: string }>`
    select target from plant_grants where plant_id = ${plant.id}`.execute(engines.db);
  expect(rows).toEqual([{ target: "" }, { target: "" }]);
});

test("lists who has access to the plant and how, and how many of them may command it", async () => {
  await createPerson({ companyId: owner.companyId });
  await createPerson({ companyId: owner.companyId, roleCode: "installer-viewer" });
  await createAccount(engines.db, { companyId: owner.companyId, plantIds: [plant.id] });
  await createAccount(engines.db, { companyId: owner.companyId, plantIds: [] });
  const installer = await createPerson({ roleCode: "installer-engineer" });
  await sql`update plants set installer_company_id = ${installer.companyId} where id = ${plant.id}`.execute(
    engines.db,
  );
  const guest = await createPerson();
  await post(guest, "shareAnswer", { grantId: await share(guest.email), accept: true });
  const { rows, total, transfer } = await membersOf(owner);
  expect(transfer).toBeNull();
  expect(total).toBe(rows.length);
  // The operator is above every company; the number of its accounts depends on other tests in this database.
  const operator = rows.find(({ name }: { name: string }) => name === "Platform operator");
  if (operator) expect(operator).toMatchObject({ way: "company", level: "administrator" });
  expect(rows.filter((row: unknown) => row !== operator)).toMatchObject([
    { way: "owner", name: owner.userName, level: "owner", accountCount: 1, commanderCount: 1, isMine: true },
    { way: "company", level: "administrator", accountCount: 2, commanderCount: 1, isMine: false },
    { way: "scope", level: "administrator", accountCount: 1, commanderCount: 1 },
    { way: "installer", level: "installer", accountCount: 1, commanderCount: 1 },
    { way: "grant", name: guest.userName, level: "participant", mayOperate: false, commanderCount: 0 },
  ]);
});

test("notifies the other side of each step in its language, with no contact in the audit", async () => {
  const guest = await createAccount(engines.db, { language: "pt" });
  const person = { ...guest, ...(await createSession(engines.db, { accountId: guest.id })) };
  const unknown = `${randomUUID()}@example.org`;
  const subjectsTo = async (recipient: string) => {
    const { rows } = await sql<{ subject: string }>`
      select subject from outbox where recipient = ${recipient} order by created_at, id`.execute(engines.db);
    return rows.map(({ subject }) => subject.replace(/^.*?: /u, ""));
  };
  await share(unknown);
  expect(await subjectsTo(unknown)).toEqual([`${owner.userName} has shared a plant with you`]);
  const grantId = await share(guest.email);
  expect(await subjectsTo(guest.email)).toEqual([`${owner.userName} compartilha uma usina com você`]);
  await post(person, "shareAnswer", { grantId, accept: true });
  await post(owner, "shareEnd", { grantId });
  await post(person, "shareAnswer", { grantId: await share(guest.email), accept: true });
  await post(person, "shareLeave", { stationId: plant.id });
  const toGuest = await subjectsTo(guest.email);
  expect(toGuest.toSorted()).toEqual(
    [
      `${owner.userName} compartilha uma usina com você`,
      `${owner.userName} compartilha uma usina com você`,
      `${plant.name} não é mais compartilhada com você`,
    ].toSorted(),
  );
  const toOwner = await subjectsTo(owner.email);
  expect(toOwner.toSorted()).toEqual(
    [
      `${guest.userName} has accepted ${plant.name}`,
      `${guest.userName} has accepted ${plant.name}`,
      `${guest.userName} has left ${plant.name}`,
    ].toSorted(),
  );
});
