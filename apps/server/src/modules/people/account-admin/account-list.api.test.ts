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

const administrator = { roleCode: "distributor-administrator" };

/** A distributor with an administrator and a colleague, and a customer's company below it. */
async function createTree() {
  const company = await createCompany(engines.db);
  const below = await createCompany(engines.db, { upstreamId: company.id });
  const account = await createAccount(engines.db, {
    companyId: company.id,
    ...administrator,
    userName: "Ana Prado",
  });
  const colleague = await createAccount(engines.db, { companyId: company.id, userName: "bruno" });
  const customer = await createAccount(engines.db, { companyId: below.id, userName: "Chai" });
  await sql`update accounts set supervisor_id = ${account.id}, remarks = 'calls at noon', nickname = 'CC', phone = ${`+66${Date.now()}`}
    where id = ${customer.id}`.execute(engines.db);
  const { authorization } = await createSession(engines.db, { accountId: account.id });
  return { company, below, account, colleague, customer, authorization };
}

async function list(authorization: string, query: object = {}, language = "en") {
  const { envelope } = await server.call("GET", "/account/list", {
    authorization,
    query,
    headers: { "accept-language": language },
  });
  expect(envelope.code).toBe("0");
  return envelope.data as {
    total: number;
    rows: { userName: string; accountId: string; [field: string]: unknown }[];
  };
}

const names = async (authorization: string, query: object = {}) =>
  (await list(authorization, query)).rows.map(({ userName }) => userName);

test("lists the accounts of the caller's company and those below, not of siblings or companies above [R3.6, R6.6]", async () => {
  const tree = await createTree();
  await createTree();
  expect(await names(tree.authorization)).toEqual(["Ana Prado", "bruno", "Chai"]);
  const { rows } = await list(tree.authorization, { search: "chai" });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    accountId: tree.customer.id,
    relation: "customer",
    nickname: "CC",
    companyName: tree.below.name,
    upstreamCompanyName: tree.company.name,
    supervisorName: "Ana Prado",
    email: tree.customer.email,
    remarks: "calls at noon",
    roleName: "Owner",
    customerTypeName: "Plant owner",
    status: "invited",
  });
  const headOfBelow = await createAccount(engines.db, { companyId: tree.below.id, ...administrator });
  const { authorization } = await createSession(engines.db, { accountId: headOfBelow.id });
  expect((await list(authorization)).rows.map(({ accountId }) => accountId).sort()).toEqual(
    [tree.customer.id, headOfBelow.id].sort(),
  );
});

test("distinguishes colleagues from customers by the caller's company, not by the account's creator", async () => {
  const tree = await createTree();
  expect(await names(tree.authorization, { relation: "colleague" })).toEqual(["Ana Prado", "bruno"]);
  expect(await names(tree.authorization, { relation: "customer" })).toEqual(["Chai"]);
});

test("searches, filters by status and company, sorts and pages", async () => {
  const { authorization, colleague, below } = await createTree();
  await sql`update accounts set disabled_at = now() where id = ${colleague.id}`.execute(engines.db);
  expect(await names(authorization, { search: "NOON" })).toEqual(["Chai"]);
  expect(await names(authorization, { search: "_" })).toEqual([]);
  expect(await names(authorization, { status: "disabled" })).toEqual(["bruno"]);
  expect(await names(authorization, { companyId: below.id })).toEqual(["Chai"]);
  expect(await names(authorization, { sort: "userName", order: "desc" })).toEqual([
    "Chai",
    "bruno",
    "Ana Prado",
  ]);
  expect(await names(authorization, { pageSize: 2, page: 2 })).toEqual(["Chai"]);
  expect(await list(authorization, { page: 9 })).toEqual({ rows: [], total: 3 });
});

test("shows no cancelled account, and built-in names in the caller's language [R1.13]", async () => {
  const { companyId } = await ensurePlatform(engines.db);
  const root = await createAccount(engines.db, { companyId, roleCode: "ROOT" });
  const tree = await createTree();
  await sql`update accounts set cancelled_at = now() where id = ${tree.colleague.id}`.execute(engines.db);
  expect(await names(tree.authorization, { relation: "colleague" })).toEqual(["Ana Prado"]);
  const { authorization } = await createSession(engines.db, { accountId: root.id });
  const { rows } = await list(authorization, { search: root.email }, "th");
  expect(rows[0]).toMatchObject({ companyName: "ผู้ให้บริการแพลตฟอร์ม", upstreamCompanyName: null });
  const info = await server.call("GET", "/user/settings/getUserInfo", {
    authorization,
    headers: { "accept-language": "pt" },
  });
  expect(info.envelope.data).toMatchObject({ companyName: "Operador da plataforma", supervisorName: null });
  expect(Date.parse(info.envelope.data.signedInAt)).toBeGreaterThan(Date.now() - 60_000);
});

test("shows the caller's own company with its administrator and counts, without a permission [R3.7]", async () => {
  const tree = await createTree();
  await sql`update companies set address = '1 Sun Street', contact = 'Dora', contact_phone = '+49 30 1', contact_email = 'd@example.org',
    administrator_id = ${tree.account.id} where id = ${tree.company.id}`.execute(engines.db);
  await createPlant(engines.db, { ownerId: tree.colleague.id });
  await createPlant(engines.db, { ownerId: tree.customer.id });
  const { authorization } = await createSession(engines.db, { accountId: tree.colleague.id });
  const own = await server.call("GET", "/company/detail", { authorization });
  expect(own.envelope.data).toMatchObject({
    companyId: tree.company.id,
    name: tree.company.name,
    address: "1 Sun Street",
    contact: "Dora",
    contactPhone: "+49 30 1",
    contactEmail: "d@example.org",
    administratorName: "Ana Prado",
    administratorPhone: null,
    administratorAccount: tree.account.email,
    upstreamCompanyName: "Platform operator",
    plantCount: 1,
    accountCount: 2,
    companyCount: 1,
  });
});

test("shows another company only in scope, and only with the permission to read companies", async () => {
  const tree = await createTree();
  const stranger = await createTree();
  const ask = (authorization: string, companyId: string) =>
    server.call("GET", "/company/detail", { authorization, query: { companyId } });
  const { envelope } = await ask(tree.authorization, tree.below.id);
  expect(envelope.data).toMatchObject({ name: tree.below.name, administratorName: null, accountCount: 1 });
  const plain = await createSession(engines.db, { accountId: tree.colleague.id });
  expect((await ask(plain.authorization, tree.below.id)).envelope.code).toBe("A0300");
  for (const companyId of [stranger.company.id, stranger.below.id])
    expect((await ask(tree.authorization, companyId)).envelope.code).toBe("A0404");
});

test("says of every permission of an account whether it has it and what withholds it, as its sessions find", async () => {
  const tree = await createTree();
  const family = await createAccount(engines.db, { companyId: tree.below.id, roleCode: "family" });
  await createPlant(engines.db, { ownerId: family.id });
  const read = async (accountId: string) =>
    (
      await server.call("GET", "/account/permissions", {
        authorization: tree.authorization,
        query: { accountId },
      })
    ).envelope;
  const enabledOf = async (accountId: string) => {
    const { authorization } = await createSession(engines.db, { accountId });
    return (await server.call("GET", "/permission/getPermission", { authorization })).envelope.data.perms;
  };
  const { data } = await read(family.id);
  expect(data).toMatchObject({
    roleName: "Family member",
    customerTypeName: "Plant owner",
    scopeKind: "company",
    isSuper: false,
    ownedPlants: 1,
    sharedPlants: 0,
  });
  const rows: { permissionId: string; isEnabled: boolean }[] = data.permissions;
  const find = (id: string) => rows.find(({ permissionId }) => permissionId === id);
  expect(find("station:edit")).toMatchObject({ isEnabled: false, ofType: true, ofRole: false });
  expect(find("account:read")).toMatchObject({ isEnabled: false, ofType: false, ofRole: false });
  const granted = (all: typeof rows) =>
    all.filter(({ isEnabled }) => isEnabled).map(({ permissionId }) => permissionId);
  expect(granted(rows).toSorted()).toEqual((await enabledOf(family.id)).toSorted());
  const root = await createAccount(engines.db, { companyId: tree.company.id, roleCode: "ROOT" });
  await sql`update accounts set scope_kind = 'plants' where id = ${root.id}`.execute(engines.db);
  const ofRoot = (await read(root.id)).data;
  expect(ofRoot.isSuper).toBe(true);
  expect(granted(ofRoot.permissions).toSorted()).toEqual((await enabledOf(root.id)).toSorted());
  const stranger = await createAccount(engines.db);
  expect((await read(stranger.id)).code).toBe("A0404");
});
