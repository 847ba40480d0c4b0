import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  createAccount,
  createCompany,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();

interface User {
  id: string;
  authorization: string;
}

async function createUser(roleCode: string, companyId?: string) {
  const account = await createAccount(engines.db, { roleCode, companyId });
  return { ...account, ...(await createSession(engines.db, { accountId: account.id })) };
}

/** Solar > North > Farm, and Solar > South, with an administrator of Solar. */
async function createTree() {
  const tag = randomUUID().slice(0, 8);
  const solar = await createCompany(engines.db, { name: `Solar ${tag}` });
  const north = await createCompany(engines.db, { upstreamId: solar.id, name: `North ${tag}` });
  const south = await createCompany(engines.db, { upstreamId: solar.id, name: `South ${tag}` });
  const farm = await createCompany(engines.db, { upstreamId: north.id, name: `Farm ${tag}` });
  return { tag, solar, north, south, farm, boss: await createUser("distributor-administrator", solar.id) };
}

async function tree({ authorization }: User, query: object = {}) {
  return (await server.call("GET", "/company/tree", { authorization, query })).envelope;
}
async function detail({ authorization }: User, companyId: string) {
  return (await server.call("GET", "/company/detail", { authorization, query: { companyId } })).envelope.data;
}
const send = async ({ authorization }: User, verb: string, body: object) =>
  (await server.call("POST", `/company/${verb}`, { authorization, body })).envelope;

/** The body of an edit that changes nothing. */
async function draft(user: User, companyId: string) {
  const { revision, name, contactEmail, administratorId } = await detail(user, companyId);
  const facts = { address: "1 Sun Street", contact: "Dora", contactPhone: "+49 30 1234567" };
  return { companyId, revision, name, ...facts, contactEmail, administratorId };
}
const remove = async (user: User, companyId: string) =>
  await send(user, "delete", { companyId, revision: (await detail(user, companyId)).revision });
const move = async (user: User, companyId: string, upstreamCompanyId: string) =>
  await send(user, "update", { ...(await draft(user, companyId)), upstreamCompanyId });

test("shows the tree one level at a time, from the caller's company down, with counts", async () => {
  const { solar, north, farm, south, boss } = await createTree();
  const customer = await createAccount(engines.db, { companyId: farm.id });
  await createPlant(engines.db, { ownerId: customer.id });
  expect((await tree(boss)).data).toMatchObject({
    total: 1,
    rows: [{ companyId: solar.id, path: [], companyCount: 2, accountCount: 1, plantCount: 0 }],
  });
  const { rows } = (await tree(boss, { upstreamCompanyId: solar.id })).data;
  expect(rows.map(({ companyId }: { companyId: string }) => companyId)).toEqual([north.id, south.id]);
  expect((await tree(boss, { upstreamCompanyId: north.id })).data.rows).toEqual([
    {
      companyId: farm.id,
      name: farm.name,
      path: [solar.name, north.name],
      administratorName: null,
      companyCount: 0,
      accountCount: 1,
      plantCount: 1,
    },
  ]);
});

test("finds companies by name at any depth below, with their path, and no siblings", async () => {
  const { tag, solar, north, boss } = await createTree();
  const other = await createTree();
  const found = (await tree(boss, { search: `farm ${tag}` })).data;
  expect(found.rows).toMatchObject([{ path: [solar.name, north.name] }]);
  expect((await tree(boss, { search: other.tag })).data.total).toBe(0);
  expect((await tree(boss, { upstreamCompanyId: other.solar.id })).code).toBe("A0404");
  const { companyId } = await ensurePlatform(engines.db);
  const root = await createUser("ROOT", companyId);
  expect((await tree(root, { search: `farm ${tag}` })).data.rows[0].path).toEqual([
    "Platform operator",
    solar.name,
    north.name,
  ]);
});

test("changes a company's fields and names its administrator from its own accounts [R3.7]", async () => {
  const { north, boss } = await createTree();
  const head = await createAccount(engines.db, { companyId: north.id });
  const before = await draft(boss, north.id);
  const edit = {
    ...before,
    name: "Northern lights",
    address: "2 Sun Street",
    contactPhone: "+49 30 1234567",
  };
  const saved = await send(boss, "update", { ...edit, administratorId: head.id });
  expect([saved.code, saved.msg]).toEqual(["0", "The company has been saved."]);
  expect(await detail(boss, north.id)).toMatchObject({
    name: "Northern lights",
    address: "2 Sun Street",
    administratorName: head.userName,
    administratorAccount: head.email,
  });
  expect((await send(boss, "update", edit)).code).toBe("A0440");
  const outsider = await send(boss, "update", { ...(await draft(boss, north.id)), administratorId: boss.id });
  expect(outsider.data.fields).toEqual([{ path: "administratorId", message: "Not found." }]);
  const { rows } = await sql<{ text: string }>`
    select concat(original, new) as text from audit where object_id = ${north.id} and type = 'company.update'`.execute(
    engines.db,
  );
  expect(rows).toHaveLength(1);
  // The names of changed fields, without the values of names, addresses and contacts.
  for (const field of ["name", "address", "contactPhone", head.id]) expect(rows[0]?.text).toContain(field);
  for (const word of ["+49 30", "Northern", "Sun Street"]) expect(rows[0]?.text).not.toContain(word);
});

test("moves a company with all below it, within the caller's scope and never below itself", async () => {
  const { solar, north, south, farm, boss } = await createTree();
  const other = await createTree();
  expect((await move(boss, north.id, south.id)).code).toBe("0");
  expect((await tree(boss, { search: farm.name })).data.rows[0].path).toEqual([
    solar.name,
    south.name,
    north.name,
  ]);
  for (const place of [north.id, farm.id, other.solar.id, randomUUID()])
    expect((await move(boss, north.id, place)).data.fields[0].path).toBe("upstreamCompanyId");
  // Only accounts of companies above can move the caller's own company.
  expect((await move(boss, solar.id, other.solar.id)).code).toBe("A0400");
});

test("creates no cycle by two concurrent moves", async () => {
  const { north, south, boss } = await createTree();
  const responses = await Promise.all([move(boss, north.id, south.id), move(boss, south.id, north.id)]);
  expect(responses.map(({ code }) => code).sort()).toEqual(["0", "A0400"]);
  expect((await tree(boss, { search: north.name })).data.total).toBe(1);
});

test("refuses a move that leaves roles of a company no longer above, and removes supervisors of other companies", async () => {
  const { north, south, farm, boss } = await createTree();
  const { rows } = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    select ${north.id}, customer_type_id, 'Farmhand', '{station,station:read}' from roles where code = 'owner' returning id`.execute(
    engines.db,
  );
  const hand = await createAccount(engines.db, { companyId: farm.id, roleId: rows[0]?.id });
  const refused = await move(boss, farm.id, south.id);
  expect(refused.data.fields[0].message).toContain("Farmhand");
  const head = await createAccount(engines.db, { companyId: north.id });
  await sql`
    update accounts set role_id = (select id from roles where code = 'family'), supervisor_id = ${head.id}
    where id = ${hand.id}`.execute(engines.db);
  expect((await move(boss, farm.id, south.id)).code).toBe("0");
  const after = await sql<{
    boss: string | null;
  }>`select supervisor_id as boss from accounts where id = ${hand.id}`.execute(engines.db);
  expect(after.rows).toEqual([{ boss: null }]);
});

test("names everything that prevents a deletion, and keeps the rows of cancelled accounts when a company is deleted", async () => {
  const { solar, north, farm, boss } = await createTree();
  const owner = await createAccount(engines.db, { companyId: farm.id });
  await createPlant(engines.db, { ownerId: owner.id });
  const messages = async (companyId: string) =>
    (await remove(boss, companyId)).data.fields.map(({ message }: { message: string }) => message);
  expect(await messages(north.id)).toEqual(["Has subsidiaries: 1"]);
  expect(await messages(farm.id)).toEqual(["Has accounts: 1", "Has plants or is the installer of plants: 1"]);
  await sql`delete from plants where owner_id = ${owner.id}`.execute(engines.db);
  await sql`update accounts set cancelled_at = now() where id = ${owner.id}`.execute(engines.db);
  expect((await remove(boss, farm.id)).code).toBe("0");
  expect((await tree(boss, { search: farm.name })).data.total).toBe(0);
  const { rows } = await sql`select from accounts where id = ${owner.id}`.execute(engines.db);
  expect(rows).toHaveLength(1);
  expect((await remove(boss, north.id)).code).toBe("0");
  expect((await remove(boss, solar.id)).code).toBe("A0430");
});

test("the operator keeps its place, and its translated name until it is renamed", async () => {
  const { companyId } = await ensurePlatform(engines.db);
  const root = await createUser("ROOT", companyId);
  const { solar } = await createTree();
  const saved = await server.call("POST", "/company/update", {
    authorization: root.authorization,
    body: { ...(await draft(root, companyId)), name: "平台运营商", address: "1 Plaza" },
    headers: { "accept-language": "zh-CN" },
  });
  expect(saved.envelope.code).toBe("0");
  expect(await detail(root, companyId)).toMatchObject({ name: "Platform operator", address: "1 Plaza" });
  expect((await move(root, companyId, solar.id)).code).toBe("A0400");
  expect((await remove(root, companyId)).code).toBe("A0430");
});
