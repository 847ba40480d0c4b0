import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { AccountOptions } from "../../../../test/fixtures.ts";
import { createAccount, createCompany, createPlant, createSession } from "../../../../test/fixtures.ts";
import { listMessages } from "../../../../test/outbox.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();

type Person = Awaited<ReturnType<typeof createPerson>>;
let boss: Person;
let owner: Person;
let guest: Person;
let plant: Awaited<ReturnType<typeof createPlant>>;

async function createPerson(options: AccountOptions = {}) {
  const account = await createAccount(engines.db, options);
  const session = await createSession(engines.db, { accountId: account.id, steppedUpAt: new Date() });
  return { ...account, ...session };
}

// A plant of a customer's company below a distributor.
beforeEach(async () => {
  boss = await createPerson({ roleCode: "distributor-administrator" });
  owner = await createPerson({
    companyId: (await createCompany(engines.db, { upstreamId: boss.companyId })).id,
  });
  guest = await createPerson();
  plant = await createPlant(engines.db, { ownerId: owner.id });
});

const post = async ({ authorization }: Person, path: string, body: object) =>
  (await server.call("POST", path, { authorization, body })).envelope;
const get = async ({ authorization }: Person, path: string, query: object = {}) =>
  (await server.call("GET", path, { authorization, query })).envelope;
const station = (name: string) => `/workData/powerStation/${name}`;

async function share(from: Person, to: Person, level = "participant"): Promise<string> {
  const body = { stationId: plant.id, target: to.email, level };
  const { code, data } = await post(from, station("share"), body);
  expect(code).toBe("0");
  return data.grantId;
}
const accept = async (person: Person, grantId: string) =>
  (await post(person, station("shareAnswer"), { grantId, accept: true })).code;
async function give(from: Person, to: Person, level?: string): Promise<string> {
  const grantId = await share(from, to, level);
  expect(await accept(to, grantId)).toBe("0");
  return grantId;
}
const countOffers = async (person: Person) => (await get(person, station("invitations"))).data.total;
const seesPlant = async (person: Person) =>
  (await get(person, station("detail"), { stationId: plant.id })).code === "0";
async function change(verb: string, accountId: string, body: object = {}) {
  const { data } = await get(boss, "/account/detail", { accountId });
  const { code } = await post(boss, `/account/${verb}`, { accountId, ...body, ...revisionOf(verb, data) });
  expect(code).toBe("0");
}
const revisionOf = (verb: string, { revision }: { revision: string }) =>
  verb === "disable" || verb === "enable" ? {} : { revision };

const createColleague = (plantIds?: string[]) =>
  createPerson({ companyId: boss.companyId, roleCode: "distributor-administrator", plantIds });

test.each([
  ["disabled", () => createColleague(), (id: string) => change("disable", id)],
  ["deleted", () => createColleague(), (id: string) => change("delete", id)],
  [
    "without the plant",
    () => createColleague([plant.id]),
    (id: string) => change("scope", id, { kind: "plants", stationIds: [] }),
  ],
] as const)(
  "refuses to accept an offer of a colleague who is %s; accepted grants stay with the company [R6.4]",
  async (_way, create, withdraw) => {
    const [colleague, late] = [await create(), await createPerson()];
    await give(colleague, guest, "administrator");
    const grantId = await share(colleague, late);
    expect(await countOffers(late)).toBe(1);
    await withdraw(colleague.id);
    expect(await countOffers(late)).toBe(0);
    expect(await accept(late, grantId)).toBe("A0440");
    expect([await seesPlant(late), await seesPlant(guest)]).toEqual([false, true]);
    // Users who may still invite can do so.
    await give(owner, late);
    expect(await seesPlant(late)).toBe(true);
  },
);

test("an offer is valid again once the account that made it is enabled again [R6.4]", async () => {
  const colleague = await createColleague();
  const grantId = await share(colleague, guest);
  await change("disable", colleague.id);
  expect(await accept(guest, grantId)).toBe("A0440");
  await change("enable", colleague.id);
  expect(await accept(guest, grantId)).toBe("0");
});

test("ends grants given by an administrator by a grant when the account is closed, with notification and audit row [R6.4]", async () => {
  const [administrator, late] = [await createColleagueElsewhere(), await createPerson()];
  const ownGrant = await give(owner, administrator, "administrator");
  const given = await give(administrator, guest);
  const open = await share(administrator, late);
  await change("disable", administrator.id);
  expect(await seesPlant(guest)).toBe(false);
  expect(await countOffers(late)).toBe(0);
  expect(await accept(late, open)).not.toBe("0");
  const subjectsTo = async ({ email }: Person) =>
    (await listMessages(engines.db, email)).map(({ subject }) => subject);
  expect(await subjectsTo(guest)).toContainEqual(expect.stringMatching("is no longer shared"));
  const { rows } = await sql<{ id: string; actor: string }>`
    select object_id as id, actor_id as actor from audit
    where type = 'station.shareEnd' and plant_id = ${plant.id} order by object_id`.execute(engines.db);
  expect(rows).toEqual([given, open].sort().map((id) => ({ id, actor: boss.id })));
  // The account's own grant remains; the grants it gave are not restored with it.
  await change("enable", administrator.id);
  const state = await sql`select state from plant_grants where id = ${ownGrant}`.execute(engines.db);
  expect(state.rows).toEqual([{ state: "active" }]);
  expect(await seesPlant(guest)).toBe(false);
});

test("ends the own and given grants of an administrator by a grant when the account is deleted, with notification and audit row [R6.4]", async () => {
  const administrator = await createColleagueElsewhere();
  const ownGrant = await give(owner, administrator, "administrator");
  const given = await give(administrator, guest);
  await change("delete", administrator.id);
  expect(await seesPlant(guest)).toBe(false);
  const subjects = (await listMessages(engines.db, guest.email)).map(({ subject }) => subject);
  expect(subjects).toContainEqual(expect.stringMatching("is no longer shared"));
  const { rows } = await sql<{ id: string; actor: string }>`
    select object_id as id, actor_id as actor from audit
    where type = 'station.shareEnd' and plant_id = ${plant.id} order by object_id`.execute(engines.db);
  expect(rows).toEqual([given, ownGrant].sort().map((id) => ({ id, actor: boss.id })));
});

/** Of a company without access to the plant, but below the boss's, so that the boss may close the account. */
const createColleagueElsewhere = async () =>
  createPerson({ companyId: (await createCompany(engines.db, { upstreamId: boss.companyId })).id });

test("refuses a transfer offered by a disabled owner [R6.5]", async () => {
  const body = { stationId: plant.id, target: guest.email, keepGrantIds: [] };
  const { transferId } = (await post(owner, station("transfer"), body)).data;
  await change("disable", owner.id);
  expect(await countOffers(guest)).toBe(0);
  const respond = () => post(guest, station("transferAnswer"), { transferId, accept: true });
  expect((await respond()).code).toBe("A0440");
  await change("enable", owner.id);
  expect([await countOffers(guest), (await respond()).code]).toEqual([1, "0"]);
});

test("an open invitation kept in a transfer belongs to the new owner and can be accepted [R6.5]", async () => {
  const next = await createPerson();
  const kept = await share(owner, guest);
  const body = { stationId: plant.id, target: next.email, keepGrantIds: [kept] };
  const { transferId } = (await post(owner, station("transfer"), body)).data;
  expect((await post(next, station("transferAnswer"), { transferId, accept: true })).code).toBe("0");
  const { rows } = (await get(guest, station("invitations"))).data;
  expect(rows).toMatchObject([{ fromName: next.userName }]);
  expect(await accept(guest, kept)).toBe("0");
});
