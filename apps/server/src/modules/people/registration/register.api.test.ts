import { randomInt, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createPlant, createSession, ensurePlatform } from "../../../../test/fixtures.ts";
import { obtainCode } from "../../../../test/outbox.ts";

let engines: TestEngines;
let server: TestApp;

// An own database, since processing code requests affects those of all accounts.
beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp({ ...engines, environment: { TRUST_PROXY: "1" } });
  await ensurePlatform(engines.db);
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

let lastAddress = 0;
const newAddress = () => {
  lastAddress += 1;
  return `203.0.113.${lastAddress}`;
};
const newTarget = () => `${randomUUID()}@example.org`;
type Invited = Awaited<ReturnType<typeof createAccount>>;
const password = "Blue-roof-77";

async function register(body: object) {
  return await server.call("POST", "/registry/register", {
    body: { code: "123456", password, confirmPassword: password, userName: "Ana", agree: true, ...body },
    headers: { "x-forwarded-for": newAddress(), "accept-language": "en" },
  });
}
const codeFor = (target: string) =>
  obtainCode(server, engines.db, { target, purpose: "register", address: newAddress() });
const fieldsOf = async (body: object) =>
  (await register({ target: newTarget(), ...body })).envelope.data?.fields;
const infoOf = async (token: string) =>
  (await server.call("GET", "/user/settings/getUserInfo", { authorization: `Bearer ${token}` })).envelope
    .data;

test("creates a company with its owner, who is signed in by the response [R7.6] [R4.5]", async () => {
  const target = newTarget();
  const { envelope } = await register({ target, code: await codeFor(target), companyName: "Sun & Co" });
  expect(envelope.code).toBe("0");
  expect(envelope.data).toMatchObject({
    token_type: "Bearer",
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    expires_in: 1_800,
    refresh_expires_in: 1_209_600,
  });
  const info = await infoOf(envelope.data.access_token);
  expect(info).toMatchObject({
    userName: "Ana",
    email: target,
    phone: null,
    isEmailVerified: true,
    isPhoneVerified: false,
    companyName: "Sun & Co",
    roleName: "Owner",
    customerTypeName: "Plant owner",
    language: "en",
  });
  const authorization = `Bearer ${envelope.data.access_token}`;
  const company = await server.call("GET", "/company/detail", { authorization });
  expect(company.envelope.data).toMatchObject({ name: "Sun & Co", administratorName: "Ana" });
  const login = await server.call("POST", "/token/login", {
    body: { account: target, password, endpoint: "WEB" },
  });
  expect(login.envelope.code).toBe("0");
  const { rows } = await sql<{ type: string; new: object }>`
    select type, new from audit where actor_id = ${info.accountId} and kind = 'operation' order by type`.execute(
    engines.db,
  );
  expect(rows).toEqual([
    { type: "account.register", new: { companyId: info.companyId, agreementVersion: "1.0" } },
    { type: "company.add", new: null },
  ]);
});

test("accepts a phone number, and names the company after the user when no name is given", async () => {
  const target = `+4917${randomInt(1e8, 1e9)}`;
  const spaced = `${target.slice(0, 5)} ${target.slice(5)}`;
  const { envelope } = await register({ target: spaced, code: await codeFor(target), companyName: "" });
  expect(await infoOf(envelope.data.access_token)).toMatchObject({
    phone: target,
    email: null,
    isPhoneVerified: true,
    companyName: "Ana",
  });
});

test("refuses passwords of five and of seventeen characters and common ones with a message [R5.15]", async () => {
  const sentence = [{ path: "password", message: "The password must have 6 to 16 characters." }];
  for (const one of ["Ab1-x", "A".repeat(17)])
    expect(await fieldsOf({ password: one, confirmPassword: one })).toEqual(sentence);
  expect(await fieldsOf({ password: "123456", confirmPassword: "123456" })).toEqual([
    { path: "password", message: "This password is too common. Choose another one." },
  ]);
});

test("reports a confirmation that does not match together with all other errors [R5.16]", async () => {
  expect(await fieldsOf({ confirmPassword: "Blue-roof-78" })).toEqual([
    { path: "confirmPassword", message: "The password is not the same" },
  ]);
  const all = await fieldsOf({
    confirmPassword: "Blue-roof-78",
    code: "",
    agree: false,
    userName: " ",
    target: "ana@",
  });
  expect(
    Object.fromEntries(all.map(({ path, message }: { path: string; message: string }) => [path, message])),
  ).toEqual({
    target: "Enter a valid email address.",
    code: "This field is required.",
    userName: "Enter the user name.",
    agree: "Accept the user agreement.",
    confirmPassword: "The password is not the same",
  });
});

test("requires a verification code, and accepts the correct one once [R5.17]", async () => {
  expect(await fieldsOf({ code: undefined })).toEqual([{ path: "code", message: "This field is required." }]);
  const target = newTarget();
  const wrong = await register({ target });
  expect([wrong.statusCode, wrong.envelope.code]).toEqual([400, "A0240"]);
  const code = await codeFor(target);
  const both = await Promise.all([register({ target, code }), register({ target, code })]);
  expect(both.map(({ envelope }) => envelope.code).sort()).toEqual(["0", "A0240"]);
  expect((await register({ target, code })).envelope.code).toBe("A0240");
});

test("accepts a code only for its purpose and target", async () => {
  const target = newTarget();
  const { id } = await createAccount(engines.db);
  const { authorization } = await createSession(engines.db, { accountId: id });
  const code = await obtainCode(server, engines.db, { target, purpose: "bind", authorization });
  expect((await register({ target, code })).envelope.code).toBe("A0240");
});

test("requires the user agreement [R5.18]", async () => {
  const sentence = [{ path: "agree", message: "Accept the user agreement." }];
  expect(await fieldsOf({ agree: false })).toEqual(sentence);
  expect(await fieldsOf({ agree: undefined })).toEqual(sentence);
});

test("reveals that an email has an account only to its verified owner, and returns that the registration failed", async () => {
  const target = newTarget();
  const code = await codeFor(target);
  await createAccount(engines.db, { email: target, password });
  expect((await register({ target })).envelope.code).toBe("A0240");
  const { envelope } = await register({ target: target.toUpperCase(), code });
  expect(envelope).toMatchObject({
    code: "A0111",
    msg: "Registration failed",
    data: { fields: [{ path: "target", message: "This is already taken." }] },
  });
});

test("gives an invited contact to the user who verifies it", async () => {
  const invited = await createAccount(engines.db, { isEmailVerified: false });
  const { envelope } = await register({ target: invited.email, code: await codeFor(invited.email) });
  const info = await infoOf(envelope.data.access_token);
  expect(info.companyId).not.toBe(invited.companyId);
  const { rows } = await sql`
    select email, user_name as "userName", cancelled_at is not null as "isGone" from accounts where id = ${invited.id}`.execute(
    engines.db,
  );
  expect(rows).toEqual([{ email: null, userName: "cancelled", isGone: true }]);
});

test("withdraws no invited account that plants, people or a company depend on, and takes only its contact", async () => {
  const hang = [
    ({ id }: Invited) => createPlant(engines.db, { ownerId: id }),
    async ({ id, companyId }: Invited) => {
      const below = await createAccount(engines.db, { companyId, password });
      await sql`update accounts set supervisor_id = ${id} where id = ${below.id}`.execute(engines.db);
    },
    ({ id, companyId }: Invited) =>
      sql`update companies set administrator_id = ${id} where id = ${companyId}`.execute(engines.db),
  ];
  for (const weigh of hang) {
    const invited = await createAccount(engines.db, { isEmailVerified: false });
    await weigh(invited);
    const { envelope } = await register({ target: invited.email, code: await codeFor(invited.email) });
    expect(envelope.code).toBe("0");
    const { rows } = await sql`
      select email, cancelled_at is null as "isThere" from accounts where id = ${invited.id}`.execute(
      engines.db,
    );
    expect(rows).toEqual([{ email: null, isThere: true }]);
  }
});
