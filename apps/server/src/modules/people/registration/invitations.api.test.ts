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
import { listMessages, obtainCode } from "../../../../test/outbox.ts";

let engines: TestEngines;
let server: TestApp;

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp({
    ...engines,
    environment: { TRUST_PROXY: "1", PUBLIC_URL: "https://solar.example.org" },
  });
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

const newTarget = () => `${randomUUID()}@example.org`;
const password = "Blue-roof-77";

async function createUser(roleCode: string, companyId?: string) {
  const account = await createAccount(engines.db, { roleCode, companyId, password });
  return { ...account, ...(await createSession(engines.db, { accountId: account.id })) };
}
async function roleId(code: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from roles where code = ${code}`.execute(engines.db);
  return rows[0]?.id as string;
}
const invite = async (authorization: string, body: object) =>
  await server.call("POST", "/account/invite", {
    authorization,
    body: { roleId: await roleId("installer-engineer"), userName: "Bo", language: "en", ...body },
  });
const tokenFor = async (email: string) =>
  /#\/reg\?invitation=([\w-]{43})\n/.exec(
    (await listMessages(engines.db, email)).at(-1)?.body ?? "",
  )?.[1] as string;
const readInvitation = (invitation: string) =>
  server.call("GET", "/registry/invitation", { query: { invitation } });

let lastAddress = 0;
async function accept(target: string, body: object) {
  lastAddress += 1;
  const address = `192.0.2.${lastAddress}`;
  const code = await obtainCode(server, engines.db, { target, purpose: "register", address });
  server.clock.advance(61_000);
  return await server.call("POST", "/registry/register", {
    body: { target, code, password, confirmPassword: password, userName: "Bo Li", agree: true, ...body },
    headers: { "x-forwarded-for": address },
  });
}

test("mails a link by which the invited user joins with the assigned role, once", async () => {
  const boss = await createUser("installer-administrator");
  const email = newTarget();
  const { envelope } = await invite(boss.authorization, { email, supervisorId: boss.id });
  expect(envelope).toMatchObject({ code: "0", msg: "The invitation has been sent." });
  const { accountId } = envelope.data;
  const [mail] = await listMessages(engines.db, email);
  expect(mail?.subject).toMatch(/^Heliograph: invitation from Company /);
  expect(mail?.body).toContain(`${boss.userName} of `);
  expect(mail?.body).toContain("https://solar.example.org/#/reg?invitation=");
  const listed = await server.call("GET", "/account/list", {
    authorization: boss.authorization,
    query: { status: "invited" },
  });
  expect(listed.envelope.data.rows.map((row: { accountId: string }) => row.accountId)).toEqual([accountId]);
  const invitation = await tokenFor(email);
  expect((await readInvitation(invitation)).envelope.data).toMatchObject({ target: email, userName: "Bo" });
  const before = await server.call("POST", "/token/login", {
    body: { account: email, password, endpoint: "WEB" },
  });
  expect(before.envelope.code).toBe("A0200");
  const joined = await accept(email, { invitation, companyName: "Not read" });
  expect(joined.envelope).toMatchObject({ code: "0" });
  const info = await server.call("GET", "/user/settings/getUserInfo", {
    authorization: `Bearer ${joined.envelope.data.access_token}`,
    headers: { "accept-language": "en" },
  });
  expect(info.envelope.data).toMatchObject({
    accountId,
    companyId: boss.companyId,
    userName: "Bo Li",
    roleName: "Installer engineer",
    isEmailVerified: true,
    supervisorName: boss.userName,
  });
  expect((await readInvitation(invitation)).envelope).toMatchObject({
    code: "A0240",
    msg: "This invitation is no longer valid. Ask for a new one.",
  });
});

test("keeps only the hash of a link", async () => {
  const boss = await createUser("installer-administrator");
  const email = newTarget();
  await invite(boss.authorization, { email });
  const { rows } = await sql<{ row: string }>`
    select row_to_json(i)::text as row from invitations i union all select row_to_json(a)::text from audit a`.execute(
    engines.db,
  );
  expect(rows.map(({ row }) => row).join()).not.toContain(await tokenFor(email));
});

test("expires a link after seven days, and accepts it for no other target", async () => {
  const boss = await createUser("installer-administrator");
  const email = newTarget();
  await invite(boss.authorization, { email });
  const invitation = await tokenFor(email);
  const other = await accept(newTarget(), { invitation });
  expect(other.envelope).toMatchObject({ code: "A0400", msg: "Registration failed" });
  expect(other.envelope.data.fields[0].path).toBe("target");
  const early = await readInvitation(invitation);
  expect(early.envelope.code).toBe("0");
  server.clock.advance(7 * 24 * 3_600_000);
  expect((await readInvitation(invitation)).envelope.code).toBe("A0240");
  expect((await accept(email, { invitation })).envelope).toMatchObject({
    code: "A0240",
    msg: "Registration failed",
  });
});

test("replaces the first link when inviting again; refuses to invite a user with an account", async () => {
  const boss = await createUser("installer-administrator");
  const email = newTarget();
  await invite(boss.authorization, { email });
  const first = await tokenFor(email);
  server.clock.advance(1_000);
  expect((await invite(boss.authorization, { email, userName: "Bo again" })).envelope.code).toBe("0");
  expect((await readInvitation(first)).envelope.code).toBe("A0240");
  expect((await readInvitation(await tokenFor(email))).envelope.data.userName).toBe("Bo again");
  const taken = await createAccount(engines.db, { password });
  expect((await invite(boss.authorization, { email: taken.email })).envelope.code).toBe("A0111");
  const elsewhere = await createAccount(engines.db);
  expect((await invite(boss.authorization, { email: elsewhere.email })).envelope.code).toBe("A0111");
});

test("withdraws no invited account with dependents or with more rights when inviting again [R5.24]", async () => {
  const boss = await createUser("installer-administrator");
  const { companyId } = await ensurePlatform(engines.db);
  const root = await createUser("ROOT", companyId);
  const administrator = await createUser("platform-administrator", companyId);
  const hang = {
    plant: (ownerId: string) => createPlant(engines.db, { ownerId }),
    supervised: async (supervisorId: string) => {
      const { id } = await createUser("installer-engineer", boss.companyId);
      await sql`update accounts set supervisor_id = ${supervisorId} where id = ${id}`.execute(engines.db);
    },
    administered: (id: string) =>
      sql`update companies set administrator_id = ${id} where id = ${boss.companyId}`.execute(engines.db),
  };
  const refuse = async (user: typeof boss, email: string, body: object) => {
    const { envelope } = await invite(user.authorization, { email, ...body });
    expect([envelope.code, envelope.data.fields[0].path]).toEqual(["A0111", "email"]);
    expect((await readInvitation(await tokenFor(email))).envelope.code).toBe("0");
  };
  for (const weigh of Object.values(hang)) {
    const email = newTarget();
    await weigh((await invite(boss.authorization, { email })).envelope.data.accountId);
    await refuse(boss, email, {});
  }
  const email = newTarget();
  const support = { roleId: await roleId("platform-support") };
  await invite(root.authorization, { email, roleId: await roleId("ROOT") });
  await refuse(administrator, email, support);
  server.clock.advance(1_000);
  expect((await invite(root.authorization, { email, ...support })).envelope.code).toBe("0");
  server.clock.advance(1_000);
  expect((await invite(administrator.authorization, { email, ...support })).envelope.code).toBe("0");
});

test("refuses invitations with rights the caller lacks or to companies outside the caller's scope", async () => {
  const boss = await createUser("installer-administrator");
  const email = newTarget();
  const stranger = await createCompany(engines.db);
  expect((await invite(boss.authorization, { email, companyId: stranger.id })).envelope.code).toBe("A0404");
  expect((await invite(boss.authorization, { email, roleId: await roleId("ROOT") })).envelope.code).toBe(
    "A0400",
  );
  const wide = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    select ${boss.companyId}, id, 'Wide', permission_ids from customer_types where code = 'service-channel-distributor'
    returning id`.execute(engines.db);
  expect((await invite(boss.authorization, { email, roleId: wide.rows[0]?.id })).envelope.code).toBe("A0300");
  const engineer = await createUser("installer-engineer", boss.companyId);
  expect((await invite(engineer.authorization, { email })).envelope.code).toBe("A0300");
  expect((await invite(boss.authorization, { email: undefined })).envelope.data.fields[0].path).toBe("email");
  expect(await listMessages(engines.db, email)).toEqual([]);
});
