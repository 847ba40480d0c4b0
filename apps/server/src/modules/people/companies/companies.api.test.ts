import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import {
  createAccount,
  createCompany,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../../../test/fixtures.ts";

let engines: TestEngines;
let server: TestApp;
let operatorId: string;
let root: { authorization: string; accountId: string };

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp(engines);
  operatorId = (await ensurePlatform(engines.db)).companyId;
  const account = await createAccount(engines.db, { companyId: operatorId, roleCode: "ROOT" });
  root = { accountId: account.id, ...(await createSession(engines.db, { accountId: account.id })) };
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

async function createUser(roleCode: string, companyId?: string) {
  const account = await createAccount(engines.db, { roleCode, companyId });
  return { ...account, ...(await createSession(engines.db, { accountId: account.id })) };
}

async function findRoleId(authorization: string, code: string): Promise<string | undefined> {
  const { envelope } = await server.call("GET", "/role/list", { authorization, query: { pageSize: 200 } });
  return envelope.data.rows.find((row: { code: string }) => row.code === code)?.roleId;
}

const facts = { address: "1 Sun Street", contact: "Dora", contactPhone: "+49 30 1234567" };
const addCompany = (authorization: string, body: object) =>
  server.call("POST", "/company/add", { authorization, body: { ...facts, ...body } });
const addAccount = (authorization: string, body: object) =>
  server.call("POST", "/account/add", {
    authorization,
    body: { userName: "Ana", email: `${randomUUID()}@example.org`, password: "Blue-roof-77", ...body },
  });

test("adds a company and an owner in it who signs in, with an audit row each", async () => {
  const name = `Solar ${randomUUID()}`;
  const company = await addCompany(root.authorization, {
    name,
    address: "1 Sun Street",
    contactPhone: "+49 30 1234567",
  });
  expect(company.envelope.msg).toBe("The company has been added.");
  const { companyId } = company.envelope.data;
  const roleId = await findRoleId(root.authorization, "owner");
  const email = `${randomUUID()}@example.org`;
  const account = await addAccount(root.authorization, {
    companyId,
    roleId,
    email,
    phone: "+49 170 555-123",
    salutation: "Ms",
  });
  expect(account.statusCode).toBe(200);
  const { accountId } = account.envelope.data;
  const signedIn = await server.call("POST", "/token/login", {
    body: { account: email, password: "Blue-roof-77", endpoint: "WEB" },
  });
  const info = await server.call("GET", "/user/settings/getUserInfo", {
    authorization: `Bearer ${signedIn.envelope.data.access_token}`,
  });
  expect(info.envelope.data).toMatchObject({
    accountId,
    companyId,
    companyName: name,
    relation: "customer",
    phone: "+49170555123",
    salutation: "Ms",
    roleName: "Owner",
  });
  const { rows } = await sql<{ type: string; objectId: string; new: object }>`
    select type, object_id as "objectId", new from audit
    where actor_id = ${root.accountId} and object_id in (${companyId}, ${accountId}) order by at`.execute(
    engines.db,
  );
  expect(rows.map(({ type, objectId }) => [type, objectId])).toEqual([
    ["company.add", companyId],
    ["account.add", accountId],
  ]);
  expect(rows[0]?.new).toMatchObject({ name: "***", upstreamCompanyId: operatorId });
  expect(JSON.stringify(rows)).not.toMatch(/Blue-roof|argon2|Ana/);
});

test("refuses passwords of five and of seventeen characters and common ones with a message", async () => {
  const roleId = await findRoleId(root.authorization, "owner");
  const { id: companyId } = await createCompany(engines.db);
  const refuse = async (password: string) => {
    const { envelope } = await addAccount(root.authorization, { companyId, roleId, password });
    return [envelope.code, envelope.data?.fields?.[0]];
  };
  const sentence = { path: "password", message: "The password must have 6 to 16 characters." };
  expect(await refuse("Ab1-x")).toEqual(["A0400", sentence]);
  expect(await refuse("A".repeat(17))).toEqual(["A0400", sentence]);
  const common = { path: "password", message: "This password is too common. Choose another one." };
  for (const password of ["123456", "Password1", "zzzzzz"])
    expect(await refuse(password)).toEqual(["A0400", common]);
  expect((await addAccount(root.authorization, { companyId, roleId, password: "Sun-6x" })).statusCode).toBe(
    200,
  );
  expect(
    (await addAccount(root.authorization, { companyId, roleId, password: "Sixteen-letters!" })).statusCode,
  ).toBe(200);
});

test("refuses an incorrect email or phone number, and an account with neither [R5.3]", async () => {
  const roleId = await findRoleId(root.authorization, "owner");
  const { id: companyId } = await createCompany(engines.db);
  const fieldsOf = async (body: object) =>
    (await addAccount(root.authorization, { companyId, roleId, ...body })).envelope.data?.fields;
  expect(await fieldsOf({ email: "ana@" })).toEqual([
    { path: "email", message: "Enter a valid email address." },
  ]);
  expect(await fieldsOf({ phone: "12ab" })).toEqual([
    { path: "phone", message: "Enter a valid phone number." },
  ]);
  expect(await fieldsOf({ email: undefined })).toEqual([
    { path: "email", message: "Enter an email or phone number." },
  ]);
});

test("adding an account verifies none of its contacts: offers to them are not visible to it yet [R6.4]", async () => {
  const { authorization } = await createUser("installer-administrator");
  const roleId = await findRoleId(authorization, "installer-engineer");
  const { companyId } = (await server.call("GET", "/user/settings/getUserInfo", { authorization })).envelope
    .data;
  const mobile = `137${String(Date.now()).slice(-8)}`;
  const victim = { email: `${randomUUID()}@example.org`, phone: mobile };
  const plant = await createPlant(engines.db);
  const owner = await createSession(engines.db, { accountId: plant.ownerId });
  const share = async (target: string) => {
    const body = { stationId: plant.id, target, level: "participant" };
    const shared = { authorization: owner.authorization, body };
    return (await server.call("POST", "/workData/powerStation/share", shared)).envelope;
  };
  expect((await addAccount(authorization, { companyId, roleId, ...victim })).envelope.code).toBe("0");
  const grants = [await share(victim.email), await share(`0086 ${mobile}`)];
  expect(grants.map(({ code }) => code)).toEqual(["0", "0"]);
  const signedIn = await server.call("POST", "/token/login", {
    body: { account: victim.email, password: "Blue-roof-77", endpoint: "WEB" },
  });
  const added = { authorization: `Bearer ${signedIn.envelope.data.access_token}` };
  const info = await server.call("GET", "/user/settings/getUserInfo", added);
  expect(info.envelope.data).toMatchObject({
    phone: `+86${mobile}`,
    isEmailVerified: false,
    isPhoneVerified: false,
  });
  const offers = await server.call("GET", "/workData/powerStation/invitations", added);
  expect(offers.envelope.data).toEqual({ rows: [], total: 0 });
  for (const { data } of grants) {
    const body = { grantId: data.grantId, accept: true };
    const response = await server.call("POST", "/workData/powerStation/shareAnswer", { ...added, body });
    expect(response.envelope.code).toBe("A0404");
  }
});

test("recognizes a phone number in every spelling", async () => {
  const roleId = await findRoleId(root.authorization, "owner");
  const { id: companyId } = await createCompany(engines.db);
  const mobile = `136${String(Date.now()).slice(-8)}`;
  const spellings = [
    mobile,
    `+86 ${mobile}`,
    `0086-${mobile}`,
    `86 ${mobile.slice(0, 3)} ${mobile.slice(3)}`,
  ];
  const first = await addAccount(root.authorization, { companyId, roleId, phone: spellings[3] });
  expect(first.envelope.code).toBe("0");
  for (const phone of spellings) {
    const again = await addAccount(root.authorization, { companyId, roleId, phone });
    expect([phone, again.envelope.code]).toEqual([phone, "A0111"]);
    const found = await server.call("GET", "/account/list", {
      authorization: root.authorization,
      query: { search: phone },
    });
    expect(found.envelope.data.rows.map((row: { accountId: string }) => row.accountId)).toEqual([
      first.envelope.data.accountId,
    ]);
  }
  const bare = await addAccount(root.authorization, { companyId, roleId, phone: "030 1234567" });
  expect(bare.envelope.data.fields).toEqual([
    { path: "phone", message: "Enter the phone number with its country code, such as +49 or +66." },
  ]);
});

test("refuses an email or phone that another account has, whatever its case and spaces", async () => {
  const roleId = await findRoleId(root.authorization, "owner");
  const { id: companyId } = await createCompany(engines.db);
  const email = `Ana-${randomUUID()}@example.org`;
  const phone = `+5511${Date.now().toString().slice(-9)}`;
  const first = await addAccount(root.authorization, { companyId, roleId, email, phone });
  expect(first.statusCode).toBe(200);
  const spaced = `${phone.slice(0, 5)} ${phone.slice(5)}`;
  const again = await addAccount(root.authorization, {
    companyId,
    roleId,
    email: email.toLowerCase(),
    phone: spaced,
  });
  expect(again.envelope.code).toBe("A0111");
  expect(again.envelope.data.fields.map(({ path }: { path: string }) => path)).toEqual(["email", "phone"]);
  const twice = { companyId, roleId, email: `${randomUUID()}@example.org` };
  const both = await Promise.all([
    addAccount(root.authorization, twice),
    addAccount(root.authorization, twice),
  ]);
  expect(both.map(({ envelope }) => envelope.code).sort()).toEqual(["0", "A0111"]);
});

test("refuses roles with rights the caller lacks, and ROOT to all but ROOT", async () => {
  const distributor = await createUser("distributor-administrator");
  const support = await createUser("platform-administrator", operatorId);
  const rootRole = await findRoleId(root.authorization, "ROOT");
  const refusedRoot = await addAccount(support.authorization, { companyId: operatorId, roleId: rootRole });
  expect(refusedRoot.envelope.code).toBe("A0300");
  expect((await addAccount(root.authorization, { companyId: operatorId, roleId: rootRole })).statusCode).toBe(
    200,
  );
  expect(await findRoleId(distributor.authorization, "ROOT")).toBeUndefined();
  const hidden = await addAccount(distributor.authorization, {
    companyId: distributor.companyId,
    roleId: rootRole,
  });
  expect(hidden.envelope.data.fields).toEqual([{ path: "roleId", message: "Not found." }]);
  const wide = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    select ${distributor.companyId}, customer_type_id, 'Wide', '{customerType:override}' from roles
    where code = 'ROOT' returning id`.execute(engines.db);
  const refused = await addAccount(distributor.authorization, {
    companyId: distributor.companyId,
    roleId: wide.rows[0]?.id,
  });
  expect(refused.statusCode).toBeGreaterThanOrEqual(400);
});

test("keeps the operator's roles to the operator's company", async () => {
  const roleId = await findRoleId(root.authorization, "platform-support");
  const { id: companyId } = await createCompany(engines.db);
  const { envelope } = await addAccount(root.authorization, { companyId, roleId });
  expect(envelope.data.fields[0].path).toBe("roleId");
});

test("lets a distributor act in its own company and those below, never in siblings or companies above", async () => {
  const distributor = await createUser("distributor-administrator");
  const below = await addCompany(distributor.authorization, { name: "Below" });
  const companyId = below.envelope.data.companyId;
  const roleId = await findRoleId(distributor.authorization, "owner");
  const supervised = { companyId, roleId, supervisorId: distributor.id };
  expect((await addAccount(distributor.authorization, supervised)).envelope.code).toBe("0");
  const beside = await createCompany(engines.db);
  for (const upstreamCompanyId of [beside.id, operatorId, randomUUID()]) {
    expect(
      (await addCompany(distributor.authorization, { name: "No", upstreamCompanyId })).envelope.code,
    ).toBe("A0404");
    expect(
      (await addAccount(distributor.authorization, { companyId: upstreamCompanyId, roleId })).envelope.code,
    ).toBe("A0404");
  }
  const engineer = await createUser("distributor-engineer", distributor.companyId);
  expect((await addCompany(engineer.authorization, { name: "No" })).envelope.code).toBe("A0300");
});

test("lists the assignable roles, in the caller's language and by type", async () => {
  const { envelope } = await server.call("GET", "/role/list", {
    authorization: root.authorization,
    query: { pageSize: 200 },
    headers: { "accept-language": "th" },
  });
  const owner = envelope.data.rows.find(({ code }: { code: string }) => code === "owner");
  expect(owner).toMatchObject({ name: "เจ้าของ", isBuiltIn: true });
  const ofType = await server.call("GET", "/role/list", {
    authorization: root.authorization,
    query: { customerTypeId: owner.customerTypeId },
  });
  expect(ofType.envelope.data.rows.map(({ code }: { code: string | null }) => code)).toEqual(
    expect.arrayContaining(["owner", "family"]),
  );
});
