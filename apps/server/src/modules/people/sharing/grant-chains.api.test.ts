import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createGrant, createPlant, createSession } from "../../../../test/fixtures.ts";
import { listMessages } from "../../../../test/outbox.ts";

let engines: TestEngines;
let server: TestApp;
let owner: Person;
let administrator: Person;
let plant: Awaited<ReturnType<typeof createPlant>>;
let grantId: string;

type Person = Awaited<ReturnType<typeof createPerson>>;

const ENDS_AT = "2190-06-01T12:00:00.000Z";

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
  administrator = await createPerson();
  plant = await createPlant(engines.db, { ownerId: owner.id });
  grantId = await give(owner, administrator, { level: "administrator", endsAt: ENDS_AT });
});

async function createPerson(options: { companyId?: string } = {}) {
  const account = await createAccount(engines.db, options);
  return {
    ...account,
    ...(await createSession(engines.db, { accountId: account.id, steppedUpAt: new Date() })),
  };
}

const post = (person: Person, name: string, body: object) =>
  server.call("POST", `/workData/powerStation/${name}`, { authorization: person.authorization, body });
const share = (person: Person, more: object = {}) =>
  post(person, "share", {
    stationId: plant.id,
    target: `${randomUUID()}@example.org`,
    level: "participant",
    ...more,
  });
const seesPlant = async (person: Person) =>
  (
    await server.call("GET", "/workData/powerStation/detail", {
      authorization: person.authorization,
      query: { stationId: plant.id },
    })
  ).statusCode === 200;

/** Shares the plant and accepts the invitation. */
async function give(from: Person, to: Person, more: object = {}): Promise<string> {
  const { envelope } = await share(from, { target: to.email, ...more });
  expect(envelope.code).toBe("0");
  const response = await post(to, "shareAnswer", { grantId: envelope.data.grantId, accept: true });
  expect(response.envelope.code).toBe("0");
  return envelope.data.grantId;
}

async function endOf(id: string): Promise<string | undefined> {
  const { rows } = await sql<{ endsAt: Date | null }>`
    select ends_at as "endsAt" from plant_grants where id = ${id}`.execute(engines.db);
  return rows[0]?.endsAt?.toISOString();
}

test("ends what an administrator shares with their own grant, at the latest [R6.4]", async () => {
  const { envelope } = await share(administrator);
  expect(await endOf(envelope.data.grantId)).toBe(ENDS_AT);
  const earlier = "2180-01-01T00:00:00.000Z";
  expect(await endOf((await share(administrator, { endsAt: earlier })).envelope.data.grantId)).toBe(earlier);
  const later = await share(administrator, { endsAt: "2190-06-01T12:00:01Z" });
  expect(later.envelope).toMatchObject({
    code: "A0400",
    data: { fields: [{ path: "endsAt", message: expect.stringContaining("ends earlier") }] },
  });
  // Grants given by the owner or by colleagues with access through the company have no such end.
  const colleague = await createPerson({ companyId: owner.companyId });
  for (const giver of [owner, colleague])
    expect(await endOf((await share(giver)).envelope.data.grantId)).toBeUndefined();
});

test("an administrator by a grant can neither add nor remove administrators, but can leave [R6.4]", async () => {
  const refusal = await share(administrator, { level: "administrator" });
  expect(refusal.envelope).toMatchObject({ code: "A0400", data: { fields: [{ path: "level" }] } });
  const other = await createPerson();
  const otherId = await give(owner, other, { level: "administrator" });
  const ended = await post(administrator, "shareEnd", { grantId: otherId });
  expect(ended.envelope).toMatchObject({ code: "A0300", msg: expect.stringContaining("Only the owner") });
  expect(await seesPlant(other)).toBe(true);
  const invited = await share(owner, { level: "administrator" });
  const { envelope } = await post(administrator, "shareEnd", { grantId: invited.envelope.data.grantId });
  expect(envelope.code).toBe("A0300");
  expect((await post(administrator, "shareEnd", { grantId })).envelope.code).toBe("0");
  expect(await seesPlant(administrator)).toBe(false);
  const colleague = await createPerson({ companyId: owner.companyId });
  expect((await post(colleague, "shareEnd", { grantId: otherId })).envelope.code).toBe("0");
  expect(await seesPlant(other)).toBe(false);
});

test.each(["shareEnd", "shareLeave", "logoff"] as const)(
  "ends grants given by an administrator with their own grant: %s [R6.4]",
  async (way) => {
    const guest = await createPerson();
    await give(administrator, guest);
    const open = await share(administrator);
    const ofOwner = await createPerson();
    await give(owner, ofOwner);
    if (way === "shareEnd") await post(owner, way, { grantId });
    else if (way === "shareLeave") await post(administrator, way, { stationId: plant.id });
    else {
      const { authorization } = administrator;
      const { envelope } = await server.call("POST", "/user/logoff", { authorization, body: {} });
      expect(envelope.code).toBe("0");
    }
    expect([await seesPlant(guest), await seesPlant(ofOwner)]).toEqual([false, true]);
    const { rows } = await sql<{ state: string }>`
      select state from plant_grants where id = ${open.envelope.data.grantId}`.execute(engines.db);
    expect(rows).toEqual([{ state: "ended" }]);
    const messages = await listMessages(engines.db, guest.email);
    expect(messages.map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining("is no longer shared with you"),
    );
    const logged = await sql<{ original: { state: string; accountId: string | null } }>`
      select original from audit where type = 'station.shareEnd' and plant_id = ${plant.id}`.execute(
      engines.db,
    );
    const ended = logged.rows.map(({ original }) => `${original.state} ${original.accountId}`);
    expect(ended.sort()).toEqual([`active ${administrator.id}`, `active ${guest.id}`, "invited null"].sort());
  },
);

test("keeps what an administrator has shared when their grant is renewed, up to the new end [R6.4]", async () => {
  const guest = await createPerson();
  const given = await give(administrator, guest);
  const earlier = "2185-01-01T00:00:00.000Z";
  const renewed = await give(owner, administrator, { level: "administrator", endsAt: earlier });
  expect([await seesPlant(guest), await endOf(given)]).toEqual([true, earlier]);
  await post(owner, "shareEnd", { grantId: renewed });
  expect(await seesPlant(guest)).toBe(false);
});

test("ends what an administrator has shared when they become a participant [R6.4]", async () => {
  const guest = await createPerson();
  await give(administrator, guest);
  await give(owner, administrator, { level: "participant" });
  expect([await seesPlant(administrator), await seesPlant(guest)]).toEqual([true, false]);
});

test("grants kept in a transfer depend on the new owner, not on an administrator who is removed [R6.5]", async () => {
  const [guest, dropped, next] = [await createPerson(), await createPerson(), await createPerson()];
  const kept = await give(administrator, guest);
  await give(administrator, dropped);
  const body = { stationId: plant.id, target: next.email, keepGrantIds: [kept] };
  const offer = await post(owner, "transfer", body);
  expect(offer.envelope.code).toBe("0");
  const { transferId } = offer.envelope.data;
  expect((await post(next, "transferAnswer", { transferId, accept: true })).envelope.code).toBe("0");
  expect([await seesPlant(guest), await seesPlant(dropped)]).toEqual([true, false]);
  expect(await seesPlant(administrator)).toBe(false);
});

test("lists on the members page what the caller may share [R6.4]", async () => {
  const givingOf = async ({ authorization }: Person) => {
    const query = { stationId: plant.id };
    const { envelope } = await server.call("GET", "/workData/powerStation/members", { authorization, query });
    return envelope.data.giving;
  };
  expect(await givingOf(owner)).toEqual({ administrators: true, latestEndsAt: null });
  expect(await givingOf(administrator)).toEqual({ administrators: false, latestEndsAt: ENDS_AT });
  const endless = await createPerson();
  const level = "administrator";
  await createGrant(engines.db, { plantId: plant.id, accountId: endless.id, level, invitedBy: owner.id });
  expect(await givingOf(endless)).toEqual({ administrators: false, latestEndsAt: null });
});
