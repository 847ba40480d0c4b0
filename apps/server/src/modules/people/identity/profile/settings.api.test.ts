import { randomInt, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../../test/app.ts";
import { createTestApp } from "../../../../../test/app.ts";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import { createAccount, createSession } from "../../../../../test/fixtures.ts";
import { listMessages, obtainCode } from "../../../../../test/outbox.ts";

let engines: TestEngines;
let server: TestApp;
const [old, chosen] = ["Blue-roof-77", "Green-roof-88"];

// An own database, since processing code requests affects those of all accounts.
beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp(engines);
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

async function createUser() {
  const account = await createAccount(engines.db, { password: old });
  return { ...account, ...(await createSession(engines.db, { accountId: account.id })) };
}
type User = Awaited<ReturnType<typeof createUser>>;

const change = (user: User, path: string, body: unknown, headers?: Record<string, string>) =>
  server.call("POST", `/user/settings/${path}`, { authorization: user.authorization, body, headers });
const infoOf = async ({ authorization }: { authorization: string }) =>
  (await server.call("GET", "/user/settings/getUserInfo", { authorization })).envelope;
const obtainBindCode = ({ authorization }: User, target: string) =>
  obtainCode(server, engines.db, { target, purpose: "bind", authorization });
const stepUp = (user: User) =>
  server.call("POST", "/user/stepUp", { authorization: user.authorization, body: { password: old } });

test("changes the password, keeps this session under new tokens and ends all others [R4.5]", async () => {
  const user = await createUser();
  const other = await createSession(engines.db, { accountId: user.id });
  const ended: unknown[] = [];
  server.bus.subscribe(`account.${user.id}.session`, (message) => ended.push(message));
  const { envelope } = await change(user, "updatePassword", {
    password: old,
    newPassword: chosen,
    confirmPassword: chosen,
  });
  expect(envelope).toMatchObject({
    code: "0",
    msg: "Your password has been changed. All other sessions have ended.",
  });
  expect(ended).toEqual([{ sessionId: other.sessionId }]);
  for (const dead of [user, other]) expect((await infoOf(dead)).code).toBe("A0230");
  const alive = { authorization: `Bearer ${envelope.data.access_token}` };
  expect((await infoOf(alive)).data.accountId).toBe(user.id);
  const refreshed = await server.call("POST", "/token/refresh", {
    body: { refresh_token: envelope.data.refresh_token },
  });
  expect(refreshed.statusCode).toBe(200);
  const replayed = await server.call("POST", "/token/refresh", { body: { refresh_token: user.refresh } });
  expect(replayed.envelope.code).toBe("A0230");
  const login = await server.call("POST", "/token/login", {
    body: { account: user.email, password: chosen, endpoint: "WEB" },
  });
  expect(login.envelope.code).toBe("0");
});

test("requires the current password, and throttles guessing of it", async () => {
  const user = await createUser();
  const body = { password: "Wrong-word-1", newPassword: chosen, confirmPassword: chosen };
  const wrong = await change(user, "updatePassword", body);
  expect([wrong.statusCode, wrong.envelope.code]).toEqual([400, "A0210"]);
  expect(wrong.envelope.data.fields).toEqual([{ path: "password", message: "The password is incorrect." }]);
  for (let n = 1; n < 10; n += 1) await change(user, "updatePassword", body);
  expect((await change(user, "updatePassword", { ...body, password: old })).envelope.code).toBe("A0501");
  const weak = await createUser();
  const said = async (typed: object) =>
    (await change(weak, "updatePassword", { password: old, ...typed })).envelope.data.fields;
  expect(await said({ newPassword: "Ab1-x", confirmPassword: "Ab1-y" })).toEqual([
    { path: "newPassword", message: "The password must have 6 to 16 characters." },
    { path: "confirmPassword", message: "The password is not the same" },
  ]);
  expect((await said({ newPassword: "123456", confirmPassword: "123456" }))[0].path).toBe("newPassword");
});

test("sets whether notifications are sent [R7.9] [R3.5]", async () => {
  const user = await createUser();
  expect((await change(user, "updateMessageNotify", { emailNotify: false })).envelope.data).toMatchObject({
    emailNotify: false,
  });
  expect((await infoOf(user)).data.emailNotify).toBe(false);
  expect((await change(user, "updateMessageNotify", { emailNotify: "no" })).envelope.code).toBe("A0400");
  await change(user, "updatePassword", { password: old, newPassword: chosen, confirmPassword: chosen });
  expect(await listMessages(engines.db, user.email)).toEqual([]);
});

test("changes the given fields of the profile, and no others", async () => {
  const user = await createUser();
  const { envelope } = await change(user, "updateUserInfo", {
    nickname: "Bo",
    salutation: "Ms",
    contact: "Desk 4",
    language: "th",
  });
  expect(envelope).toMatchObject({ code: "0", msg: "Your profile has been saved." });
  expect((await infoOf(user)).data).toMatchObject({
    userName: user.userName,
    nickname: "Bo",
    salutation: "Ms",
    contact: "Desk 4",
    language: "th",
    email: user.email,
  });
  await change(user, "updateUserInfo", { userName: "Ana", nickname: "", salutation: null });
  expect((await infoOf(user)).data).toMatchObject({
    userName: "Ana",
    nickname: "",
    salutation: null,
    contact: "Desk 4",
  });
  expect((await change(user, "updateUserInfo", { userName: " " })).envelope.code).toBe("A0400");
  const audit = await sql<{ new: object }>`
    select new from audit where object_id = ${user.id} and type = 'account.update' order by at`.execute(
    engines.db,
  );
  expect(audit.rows.map((row) => row.new)).toEqual([
    { fields: ["nickname", "salutation", "contact", "language"] },
    { fields: ["userName", "nickname", "salutation"] },
  ]);
});

test("binds an email and a phone by a code, after confirming the password, and notifies the old one", async () => {
  const user = await createUser();
  const email = `${randomUUID()}@example.org`;
  const code = await obtainBindCode(user, email);
  expect((await change(user, "bind", { target: email, code })).envelope.code).toBe("A0220");
  await stepUp(user);
  expect((await change(user, "bind", { target: email, code: "000000" })).envelope.code).toBe("A0240");
  const bound = await change(user, "bind", { target: email, code });
  expect(bound.envelope.data).toMatchObject({ email, phone: null });
  expect((await listMessages(engines.db, user.email)).map(({ subject }) => subject)).toEqual([
    "Heliograph: the email or phone number of your account was changed",
  ]);
  const phone = `+4917${randomInt(1e8, 1e9)}`;
  const phoneCode = await obtainBindCode(user, phone);
  expect((await change(user, "bind", { target: phone, code: phoneCode })).envelope.data).toMatchObject({
    email,
    phone,
  });
  const login = await server.call("POST", "/token/login", {
    body: { account: phone, password: old, endpoint: "WEB" },
  });
  expect(login.envelope.code).toBe("0");
  const again = await change(user, "bind", { target: phone, code: phoneCode });
  expect(again.envelope.code).toBe("A0240");
});

test("refuses to bind a contact that another account took since the code was sent", async () => {
  const user = await createUser();
  await stepUp(user);
  const email = `${randomUUID()}@example.org`;
  const code = await obtainBindCode(user, email);
  await createAccount(engines.db, { email });
  const { envelope } = await change(user, "bind", { target: email, code });
  expect(envelope).toMatchObject({ code: "A0111", data: { fields: [{ path: "target" }] } });
  expect((await infoOf(user)).data.email).toBe(user.email);
});

test("verifies the account's current email by a code, without other changes or notifications", async () => {
  const account = await createAccount(engines.db, { password: old, isEmailVerified: false });
  const user = { ...account, ...(await createSession(engines.db, { accountId: account.id })) };
  await stepUp(user);
  expect((await infoOf(user)).data).toMatchObject({ isEmailVerified: false, isPhoneVerified: false });
  const code = await obtainBindCode(user, user.email);
  const { envelope } = await change(user, "bind", { target: user.email.toUpperCase(), code });
  expect(envelope).toMatchObject({ code: "0", data: { email: user.email, phone: null } });
  expect((await infoOf(user)).data).toMatchObject({ email: user.email, isEmailVerified: true });
  const subjects = (await listMessages(engines.db, user.email)).map(({ subject }) => subject);
  expect(subjects).toEqual(["Heliograph: your verification code"]);
  const { rows } = await sql`
    select new from audit where object_id = ${user.id} and type = 'account.update'`.execute(engines.db);
  expect(rows).toEqual([{ new: { proved: "email" } }]);
});

test("the built-in account keeps the email it is found by", async () => {
  const user = await createUser();
  await sql`update accounts set email = 'ROOT@heliograph.local' where id = ${user.id}`.execute(engines.db);
  await stepUp(user);
  const target = `${randomUUID()}@example.org`;
  const code = await obtainBindCode(user, target);
  const { envelope } = await change(user, "bind", { target, code });
  expect(envelope).toMatchObject({ code: "A0400", data: { fields: [{ path: "target" }] } });
  expect((await infoOf(user)).data.email).toBe("ROOT@heliograph.local");
});

test("recognizes a phone number in every spelling: to bind, to verify and to sign in", async () => {
  const [user, other] = [await createUser(), await createUser()];
  const mobile = `138${randomInt(1e7, 1e8)}`;
  const phone = `+86${mobile}`;
  for (const each of [user, other]) await stepUp(each);
  const { authorization } = user;
  const asked = await server.call("POST", "/user/settings/sendCode", {
    authorization,
    body: { target: `0086 ${mobile.slice(0, 3)}-${mobile.slice(3)}` },
  });
  expect(asked.envelope).toMatchObject({
    code: "0",
    msg: "If this contact can receive a code, we have sent one.",
  });
  await server.services.registration.sendRequested();
  const [message] = await listMessages(engines.db, phone);
  const code = /\d{6}/.exec(message?.body ?? "")?.[0];
  expect((await change(user, "bind", { target: `86 ${mobile}`, code })).envelope.data).toMatchObject({
    phone,
  });
  for (const account of [
    mobile,
    phone,
    `0086${mobile}`,
    `86-${mobile}`,
    `+86 ${mobile.slice(0, 3)} ${mobile.slice(3)}`,
  ]) {
    const login = await server.call("POST", "/token/login", {
      body: { account, password: old, endpoint: "WEB" },
    });
    expect([account, login.envelope.code]).toEqual([account, "0"]);
  }
  await change(other, "sendCode", { target: mobile });
  await server.services.registration.sendRequested();
  const bodies = (await listMessages(engines.db, phone)).map(({ body }) => body);
  expect(bodies.filter((body) => body.startsWith("Your code is"))).toHaveLength(1);
  const said = (await change(user, "sendCode", { target: "030 1234567" })).envelope.data.fields;
  expect(said[0].message).toContain("country code");
});
