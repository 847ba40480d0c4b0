import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createSession } from "../../../../test/fixtures.ts";
import { listMessages, obtainCode } from "../../../../test/outbox.ts";
import { hashPassword } from "../identity/passwords.service.ts";

let engines: TestEngines;
let server: TestApp;

// An own database, since processing code requests affects those of all accounts.
beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp({ ...engines, environment: { TRUST_PROXY: "1" } });
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

let lastAddress = 0;
const newAddress = () => {
  lastAddress += 1;
  return `198.51.100.${lastAddress}`;
};
const [old, chosen] = ["Blue-roof-77", "Green-roof-88"];

const replace = (body: object, address = newAddress()) =>
  server.call("POST", "/forgetPassword/updatePassword", {
    body: { code: "123456", password: chosen, confirmPassword: chosen, ...body },
    headers: { "x-forwarded-for": address, "accept-language": "en" },
  });
const codeFor = (target: string) =>
  obtainCode(server, engines.db, { target, purpose: "forgot", address: newAddress() });
const signIn = async (account: string, password: string) =>
  (await server.call("POST", "/token/login", { body: { account, password, endpoint: "WEB" } })).envelope.code;
const isAlive = async (authorization: string) =>
  (await server.call("GET", "/user/isSuper", { authorization })).statusCode === 200;

test("sets a new password by a code, ends all sessions and returns the tokens of a new one [R7.7] [R4.5]", async () => {
  const { id, email } = await createAccount(engines.db, { password: old });
  const before = await createSession(engines.db, { accountId: id });
  const ended: unknown[] = [];
  server.bus.subscribe(`account.${id}.session`, (message) => ended.push(message));
  const { envelope } = await replace({ target: email, code: await codeFor(email) });
  expect(envelope.code).toBe("0");
  expect(envelope.data).toMatchObject({ token_type: "Bearer", expires_in: 1_800 });
  expect(await isAlive(`Bearer ${envelope.data.access_token}`)).toBe(true);
  expect(await isAlive(before.authorization)).toBe(false);
  expect(ended).toEqual([{ sessionId: before.sessionId }]);
  expect(await signIn(email, old)).toBe("A0200");
  expect(await signIn(email, chosen)).toBe("0");
  const subjects = (await listMessages(engines.db, email)).map(({ subject }) => subject);
  expect(subjects).toContain("Heliograph: your password was changed");
  const audit = await sql`
    select kind, type, method, new from audit where object_id = ${id} and type = 'account.reset-password'`.execute(
    engines.db,
  );
  expect(audit.rows).toEqual([
    { kind: "security", type: "account.reset-password", method: "code", new: { endedSessions: 1 } },
  ]);
});

test("refuses other lengths, common passwords, a different confirmation and a missing code with a message [R5.15] [R5.16] [R5.17]", async () => {
  const { email: target } = await createAccount(engines.db, { password: old });
  const said = async (body: object) => (await replace({ target, ...body })).envelope.data?.fields;
  const length = [{ path: "password", message: "The password must have 6 to 16 characters." }];
  for (const one of ["Ab1-x", "A".repeat(17)])
    expect(await said({ password: one, confirmPassword: one })).toEqual(length);
  expect((await said({ password: "qwerty", confirmPassword: "qwerty" }))[0].message).toContain("too common");
  expect(await said({ confirmPassword: "Green-roof-89" })).toEqual([
    { path: "confirmPassword", message: "The password is not the same" },
  ]);
  expect(await said({ code: undefined })).toEqual([{ path: "code", message: "This field is required." }]);
  expect(await signIn(target, old)).toBe("0");
});

test("returns the same error for a wrong code and an unknown target, and accepts a code once and for its purpose only", async () => {
  const { email } = await createAccount(engines.db, { password: old });
  const responses = await Promise.all([
    replace({ target: email }),
    replace({ target: `${randomUUID()}@example.org` }),
  ]);
  expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(responses[0]?.envelope.code).toBe("A0240");
  const other = `${randomUUID()}@example.org`;
  const register = await obtainCode(server, engines.db, {
    target: other,
    purpose: "register",
    address: newAddress(),
  });
  expect((await replace({ target: other, code: register })).envelope.code).toBe("A0240");
  const code = await codeFor(email);
  const both = await Promise.all([replace({ target: email, code }), replace({ target: email, code })]);
  expect(both.map(({ envelope }) => envelope.code).sort()).toEqual(["0", "A0240"]);
});

test("refuses a code of an account that was closed since it was mailed", async () => {
  const { id, email } = await createAccount(engines.db, { password: old });
  const code = await codeFor(email);
  await sql`update accounts set disabled_at = now() where id = ${id}`.execute(engines.db);
  expect((await replace({ target: email, code })).envelope.code).toBe("A0240");
});

test("starts no session for a password that was changed meanwhile", async () => {
  const { id, email } = await createAccount(engines.db, { password: old });
  const code = await codeFor(email);
  const passwordHash = await hashPassword("Later-roof-99");
  // The request is blocked where it reads the second factors, between the new password and its session.
  const { asked } = await engines.db.transaction().execute(async (trx) => {
    await sql`lock table passkeys in access exclusive mode`.execute(trx);
    const asked = replace({ target: email, code });
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_locks where not granted and relation = 'passkeys'::regclass
            and database = (select oid from pg_database where datname = current_database())`.execute(
          engines.db,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    await sql`update accounts set password_hash = ${passwordHash} where id = ${id}`.execute(trx);
    return { asked };
  });
  expect((await asked).envelope.code).toBe("A0230");
  const { rows } = await sql`select from sessions where account_id = ${id}`.execute(engines.db);
  expect(rows).toEqual([]);
  expect(await signIn(email, "Later-roof-99")).toBe("0");
});

test("a code for a new password verifies the contact it was sent to", async () => {
  const { id, email } = await createAccount(engines.db, { password: old, isEmailVerified: false });
  expect((await replace({ target: email, code: await codeFor(email) })).envelope.code).toBe("0");
  const { rows } =
    await sql`select email_verified_at is not null as proved from accounts where id = ${id}`.execute(
      engines.db,
    );
  expect(rows).toEqual([{ proved: true }]);
});

test("throttles an address that continues guessing", async () => {
  const { email } = await createAccount(engines.db, { password: old });
  const address = newAddress();
  for (let n = 0; n < 10; n += 1) await replace({ target: email }, address);
  const { envelope, headers } = await replace({ target: email }, address);
  expect([envelope.code, headers["retry-after"]]).toEqual(["A0501", "1"]);
});
