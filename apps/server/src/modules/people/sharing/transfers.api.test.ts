import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createGrant, createPlant, createSession } from "../../../../test/fixtures.ts";

type Person = Awaited<ReturnType<typeof createPerson>>;

let engines: TestEngines;
let server: TestApp;
let owner: Person;
let heir: Person;
let plant: Awaited<ReturnType<typeof createPlant>>;

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp(engines);
});

afterAll(async () => {
  await server.close();
  await engines.close();
});

beforeEach(async () => {
  [owner, heir] = [await createPerson(), await createPerson()];
  plant = await createPlant(engines.db, { ownerId: owner.id });
});

async function createPerson() {
  const account = await createAccount(engines.db);
  // A transfer requires step-up (security: rule 5).
  const steppedUpAt = new Date(server.clock.now());
  return { ...account, ...(await createSession(engines.db, { accountId: account.id, steppedUpAt })) };
}

const post = (person: Person, name: string, body: object) =>
  server.call("POST", `/workData/powerStation/${name}`, { authorization: person.authorization, body });
const get = (person: Person, name: string, query: object = {}) =>
  server.call("GET", `/workData/powerStation/${name}`, { authorization: person.authorization, query });
const offer = (to: string, keepGrantIds: string[] = []) =>
  post(owner, "transfer", { stationId: plant.id, target: to, keepGrantIds });
const codeOf = async (response: ReturnType<typeof post>) => (await response).envelope.code;

async function createGuest() {
  const guest = await createPerson();
  const level = "participant";
  const { id } = await createGrant(engines.db, {
    plantId: plant.id,
    accountId: guest.id,
    level,
    invitedBy: owner.id,
  });
  return { ...guest, grantId: id };
}

async function findPlant(): Promise<{ ownerId: string; companyId: string }> {
  const { rows } = await sql<{ ownerId: string; companyId: string }>`
    select owner_id as "ownerId", company_id as "companyId" from plants where id = ${plant.id}`.execute(
    engines.db,
  );
  return rows[0] as { ownerId: string; companyId: string };
}

async function listAudit(type: string) {
  const { rows } = await sql<{ actorId: string; companyId: string; original: unknown; new: unknown }>`
    select actor_id as "actorId", company_id as "companyId", original, new from audit
    where plant_id = ${plant.id} and type = ${type} order by at`.execute(engines.db);
  return rows;
}

test("moves a plant to the recipient once the offer is accepted, with the kept grants [R6.5, R1.9]", async () => {
  const [kept, dropped] = [await createGuest(), await createGuest()];
  const { envelope } = await offer(heir.email, [kept.grantId]);
  expect(envelope.msg).toBe("The plant has been offered. It remains yours until the offer is accepted.");
  const { transferId } = envelope.data;
  expect(await findPlant()).toEqual({ ownerId: owner.id, companyId: owner.companyId });
  expect((await get(owner, "members", { stationId: plant.id })).envelope.data.transfer).toMatchObject({
    transferId,
    toName: heir.email,
    keptGrants: 1,
  });
  expect((await get(heir, "invitations")).envelope.data.rows).toMatchObject([
    { kind: "transfer", transferId, stationName: plant.name, fromName: owner.userName },
  ]);
  const response = await post(heir, "transferAnswer", { transferId, accept: true });
  expect(response.envelope.data).toEqual({ stationId: plant.id });
  expect(await findPlant()).toEqual({ ownerId: heir.id, companyId: heir.companyId });
  const seen = await Promise.all(
    [owner, heir, kept, dropped].map(
      async (person) => (await get(person, "detail", { stationId: plant.id })).statusCode,
    ),
  );
  expect(seen).toEqual([404, 200, 200, 404]);
  expect(await listAudit("station.transferAnswer")).toEqual(
    [owner, heir].map(({ companyId }) => ({
      actorId: heir.id,
      companyId,
      original: { ownerId: owner.id, companyId: owner.companyId },
      new: { state: "accepted", ownerId: heir.id, companyId: heir.companyId, keepGrantIds: [kept.grantId] },
    })),
  );
});

test("lets only the owner offer, one offer at a time; a declined or withdrawn one allows the next [R6.5]", async () => {
  const administrator = await createPerson();
  await createGrant(engines.db, {
    plantId: plant.id,
    accountId: administrator.id,
    level: "administrator",
    invitedBy: owner.id,
  });
  const body = { stationId: plant.id, target: heir.email };
  expect(await codeOf(post(administrator, "transfer", body))).toBe("A0300");
  const first = (await offer(heir.email)).envelope.data.transferId;
  const second = await offer(`${randomUUID()}@example.org`);
  expect(second.envelope).toMatchObject({
    code: "A0440",
    msg: "This plant has already been offered. Withdraw that offer first.",
  });
  expect(await codeOf(post(heir, "transferAnswer", { transferId: first, accept: false }))).toBe("0");
  const again = (await offer(heir.email)).envelope.data.transferId;
  expect(await codeOf(post(administrator, "transferWithdraw", { transferId: again }))).toBe("A0300");
  expect(await codeOf(post(owner, "transferWithdraw", { transferId: again }))).toBe("0");
  expect(await codeOf(post(owner, "transferWithdraw", { transferId: again }))).toBe("A0440");
  expect(await codeOf(post(heir, "transferAnswer", { transferId: again, accept: true }))).toBe("A0404");
  expect(await findPlant()).toMatchObject({ ownerId: owner.id });
});

test("keeps only grants of the plant itself, and transfers no plant without the recipient's acceptance [R6.5]", async () => {
  const other = await createPlant(engines.db);
  const { id } = await createGrant(engines.db, {
    plantId: other.id,
    accountId: heir.id,
    level: "participant",
    invitedBy: other.ownerId,
  });
  const foreign = (await offer(heir.email, [id])).envelope;
  expect(foreign).toEqual((await offer(heir.email, [randomUUID()])).envelope);
  expect(foreign.data.fields).toMatchObject([{ path: "keepGrantIds.0" }]);
  const { transferId } = (await offer(heir.email)).envelope.data;
  const stranger = await createPerson();
  for (const person of [owner, stranger])
    expect(await codeOf(post(person, "transferAnswer", { transferId, accept: true }))).toBe("A0404");
});

test("of 50 concurrent accepts, withdrawals, declines and shares one wins, and the audit matches [R6.5, R6.4]", async () => {
  const guest = await createGuest();
  const { transferId } = (await offer(heir.email, [guest.grantId])).envelope.data;
  const target = `${randomUUID()}@example.org`;
  const tries = Array.from({ length: 50 }, (_, n) => {
    switch (n % 5) {
      case 0:
        return post(heir, "transferAnswer", { transferId, accept: true });
      case 1:
        return post(owner, "transferWithdraw", { transferId });
      case 2:
        return post(heir, "transferAnswer", { transferId, accept: false });
      case 3:
        return post(owner, "share", { stationId: plant.id, target, level: "participant" });
      default:
        return post(owner, "shareEnd", { grantId: guest.grantId });
    }
  });
  const codes = (await Promise.all(tries)).map(({ envelope }) => envelope.code);
  const winnersOf = (kinds: number[]) =>
    codes.filter((code, n) => kinds.includes(n % 5) && code === "0").length;
  expect(winnersOf([0, 1, 2])).toBe(1);
  expect(winnersOf([3])).toBeLessThanOrEqual(1);
  expect(codes.filter((code) => !["0", "A0440", "A0404"].includes(code))).toEqual([]);
  const { ownerId } = await findPlant();
  const hasMoved = winnersOf([0]) === 1;
  expect(ownerId).toBe(hasMoved ? heir.id : owner.id);
  const audited = await listAudit("station.transferAnswer");
  const accepted = audited.filter((row) => (row.new as { state: string }).state === "accepted");
  expect(accepted).toHaveLength(hasMoved ? 2 : 0);
  expect(audited.length - accepted.length).toBe(winnersOf([2]));
  expect(await listAudit("station.transferWithdraw")).toHaveLength(winnersOf([1]));
  expect(await listAudit("station.share")).toHaveLength(winnersOf([3]));
  const { rows } = await sql<{ state: string; ends: number }>`
    select g.state, (select count(*)::int from audit a where a.type = 'station.shareEnd' and a.object_id = g.id::text) as ends
    from plant_grants g where g.plant_id = ${plant.id}`.execute(engines.db);
  for (const { state, ends } of rows) expect(ends).toBe(state === "ended" ? 1 : 0);
});
