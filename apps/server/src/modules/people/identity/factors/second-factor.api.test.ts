import { randomUUID } from "node:crypto";
import { messages } from "@heliograph/contract";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../../test/app.ts";
import { createAccount, createSession } from "../../../../../test/fixtures.ts";
import { openTestStage } from "../../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const password = "Blue-roof-77";

const codeAt = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
/** A code that is wrong for the secret in every period near now. */
const wrongCode = (secret: string, at: number) => {
  const near = new Set([-1, 0, 1].map((step) => codeAt(secret, at + step * 30_000)));
  return ["111111", "222222", "333333", "444444"].find((code) => !near.has(code)) as string;
};

const signIn = (account: string, on = server, more: object = {}) =>
  on.call("POST", "/token/login", { body: { account, password, endpoint: "WEB", ...more } });
const redeem = (challenge: string, code: string, on = server) =>
  on.call("POST", "/token/secondFactor", { body: { challenge, code } });

/** An account that has just stepped up. */
async function createPerson(on = server) {
  const account = await createAccount(engines.db, { password });
  const session = await createSession(engines.db, {
    accountId: account.id,
    steppedUpAt: new Date(on.clock.now()),
  });
  const ask = (path: string, body: object = {}) =>
    on.call("POST", `/user/settings/${path}`, { authorization: session.authorization, body });
  return { ...account, ...session, ask };
}

/** The same with an authenticator app. Its first code is used up: codes of the next 30 seconds count. */
async function createPersonWithTotp(on = server) {
  const person = await createPerson(on);
  const { secret } = (await person.ask("totp/begin")).envelope.data;
  const { recoveryCodes } = (await person.ask("totp", { code: codeAt(secret, on.clock.now()) })).envelope
    .data;
  const nextCode = () => codeAt(secret, on.clock.now() + 30_000);
  return { ...person, secret, recoveryCodes: recoveryCodes as string[], nextCode };
}

test("sets an authenticator app by a first code and gives ten recovery codes, stored as HMACs only", async () => {
  const person = await createPerson();
  const begun = (await person.ask("totp/begin")).envelope.data;
  expect(begun.uri).toContain(begun.secret);
  const wrong = await person.ask("totp", { code: wrongCode(begun.secret, server.clock.now()) });
  expect(wrong.envelope.code).toBe("A0240");
  const set = await person.ask("totp", { code: codeAt(begun.secret, server.clock.now()) });
  expect(new Set(set.envelope.data.recoveryCodes).size).toBe(10);
  const { authorization } = person;
  const { envelope } = await server.call("GET", "/user/settings/secondFactors", { authorization });
  expect(envelope.data).toMatchObject({
    totpSince: new Date(server.clock.now()).toISOString(),
    passkeys: [],
    recoveryCodesLeft: 10,
    isRequired: false,
  });
  expect((await person.ask("totp/begin")).envelope.code).toBe("A0440");
  const { rows } = await sql<{ row: string }>`
    select t::text || (select string_agg(c::text, ' ') from recovery_codes c where c.account_id = t.account_id) as row
    from totp_factors t where account_id = ${person.id}`.execute(engines.db);
  for (const secret of [begun.secret, ...set.envelope.data.recoveryCodes])
    expect(rows[0]?.row).not.toContain(secret);
});

test("requires the password before it shows a secret or removes a factor", async () => {
  const person = await createPersonWithTotp();
  await sql`update sessions set stepped_up_at = null where id = ${person.sessionId}`.execute(engines.db);
  for (const path of ["totp/begin", "totp/remove", "recoveryCodes", "passkey/begin"])
    expect((await person.ask(path)).envelope).toMatchObject({ code: "A0220", status: 403 });
});

test("responds to the right password with a challenge, and starts a session for a correct code [R4.5]", async () => {
  const { email, id, nextCode } = await createPersonWithTotp();
  const { envelope, statusCode } = await signIn(email);
  expect(statusCode).toBe(401);
  expect(envelope).toMatchObject({ code: "A0221", data: { methods: ["totp", "recovery"] } });
  const { challenge } = envelope.data;
  const { rows } = await sql`select from sessions where account_id = ${id}`.execute(engines.db);
  expect(rows).toHaveLength(1);
  const done = await redeem(challenge, nextCode());
  const authorization = `Bearer ${done.envelope.data.access_token}`;
  const info = await server.call("GET", "/user/settings/getUserInfo", { authorization });
  expect(info.envelope.data.accountId).toBe(id);
  expect((await redeem(challenge, nextCode())).envelope.code).toBe("A0230");
  const audit = await sql`
    select method from audit where actor_id = ${id} and type = 'session.sign-in'`.execute(engines.db);
  expect(audit.rows).toEqual([{ method: "totp" }]);
});

test("refuses a challenge of the old password once a new one is set", async () => {
  const { email, id, authorization, nextCode } = await createPersonWithTotp();
  const { challenge } = (await signIn(email)).envelope.data;
  const newPassword = "Green-roof-78";
  const body = { password, newPassword, confirmPassword: newPassword };
  const changed = await server.call("POST", "/user/settings/updatePassword", { authorization, body });
  expect(changed.envelope.code).toBe("0");
  expect((await redeem(challenge, nextCode())).envelope.code).toBe("A0230");
  const { rows } = await sql`select from sessions where account_id = ${id}`.execute(engines.db);
  expect(rows).toHaveLength(1);
});

test("accepts no code twice, not even for two concurrent challenges", async () => {
  const { email, nextCode } = await createPersonWithTotp();
  const challenges = await Promise.all(
    [1, 2].map(async () => (await signIn(email)).envelope.data.challenge as string),
  );
  const code = nextCode();
  const responses = await Promise.all(challenges.map((challenge) => redeem(challenge, code)));
  expect(responses.map(({ envelope }) => envelope.code).sort()).toEqual(["0", "A0240"]);
});

test("starts one session for a challenge that is redeemed twice concurrently", async () => {
  const { email, recoveryCodes } = await createPersonWithTotp();
  const { challenge } = (await signIn(email)).envelope.data;
  const responses = await Promise.all(recoveryCodes.slice(0, 2).map((code) => redeem(challenge, code)));
  expect(responses.map(({ envelope }) => envelope.code).sort()).toEqual(["0", "A0230"]);
});

test("accepts each recovery code once, in any spelling", async () => {
  const { email, recoveryCodes } = await createPersonWithTotp();
  const [code = ""] = recoveryCodes;
  const first = (await signIn(email)).envelope.data.challenge;
  expect((await redeem(first, code.toLowerCase().replaceAll("-", " "))).envelope.code).toBe("0");
  const second = (await signIn(email)).envelope.data.challenge;
  expect((await redeem(second, code)).envelope.code).toBe("A0240");
});

test("ends a challenge after five wrong codes and after ten minutes", async () => {
  const { email, secret, nextCode } = await createPersonWithTotp();
  const tried = (await signIn(email)).envelope.data.challenge;
  const wrong = wrongCode(secret, server.clock.now());
  for (let count = 0; count < 5; count += 1) expect((await redeem(tried, wrong)).envelope.code).toBe("A0240");
  expect((await redeem(tried, nextCode())).envelope.code).toBe("A0230");
  const old = (await signIn(email)).envelope.data.challenge;
  const late = await createTestApp({ ...engines, startAt: server.clock.now() + 600_000 });
  expect((await redeem(old, codeAt(secret, late.clock.now()), late)).envelope.code).toBe("A0230");
  await late.close();
});

test("throttles guessing over many challenges like sign-in", async () => {
  const { email, secret, nextCode } = await createPersonWithTotp();
  const wrong = wrongCode(secret, server.clock.now());
  for (let count = 0; count < 10; count += 1) {
    const { challenge } = (await signIn(email)).envelope.data;
    expect((await redeem(challenge, wrong)).envelope.code).toBe("A0240");
  }
  const { challenge } = (await signIn(email)).envelope.data;
  const { envelope, statusCode } = await redeem(challenge, nextCode());
  expect({ code: envelope.code, statusCode }).toEqual({ code: "A0501", statusCode: 429 });
});

test("requires the second factor after every kind of first factor [R4.5]", async () => {
  const { id, companyId } = await createPersonWithTotp();
  for (const method of ["password", "code", "registration"] as const)
    await expect(
      server.services.identity.signInVerified({
        accountId: id,
        companyId,
        method,
        endpoint: "WEB",
        address: "127.0.0.1",
        userAgent: "",
      }),
    ).rejects.toMatchObject({ code: "A0221" });
});

test("lets an account whose role requires a factor in by setting one up, and keep its last one", async () => {
  const strict = await createTestApp({ ...engines, environment: { SECOND_FACTOR_ROLES: "owner, ROOT" } });
  const { email, authorization, ask } = await createPerson(strict);
  const first = (await signIn(email, strict)).envelope;
  expect(first).toMatchObject({ code: "A0221", data: { methods: ["totpSetup"] } });
  const { challenge, setup } = first.data;
  const code = codeAt(setup.secret, strict.clock.now());
  expect((await redeem(challenge, code, strict)).envelope.code).toBe("0");
  const second = (await signIn(email, strict)).envelope.data;
  expect(second).toEqual({ challenge: expect.any(String), methods: ["totp"] });
  const refused = await ask("totp/remove");
  expect(refused.envelope).toMatchObject({ code: "A0430", status: 409 });
  expect(refused.envelope.msg).toBe(messages.en["message.secondFactorRequired"]);
  const state = await strict.call("GET", "/user/settings/secondFactors", { authorization });
  expect(state.envelope.data).toMatchObject({ isRequired: true, totpSince: expect.any(String) });
  await strict.close();
});

test("refuses an unconfirmed secret where no role requires a factor", async () => {
  const { email, ask } = await createPerson();
  await ask("totp/begin");
  expect((await signIn(email)).envelope.code).toBe("0");
});

test("removes the authenticator app with its recovery codes: the password alone signs in again", async () => {
  const person = await createPersonWithTotp();
  expect((await person.ask("totp/remove")).envelope.code).toBe("0");
  expect((await signIn(person.email)).envelope.code).toBe("0");
  expect((await person.ask("recoveryCodes")).envelope.code).toBe("A0440");
  const { rows } = await sql<{ type: string }>`
    select type from audit where actor_id = ${person.id} and kind = 'security' order by at`.execute(
    engines.db,
  );
  expect(rows.map(({ type }) => type)).toEqual(["second-factor.totp-set", "second-factor.totp-removed"]);
});

test("replaces the recovery codes by ten new ones", async () => {
  const { email, ask, recoveryCodes } = await createPersonWithTotp();
  const renewed = (await ask("recoveryCodes")).envelope.data.recoveryCodes as string[];
  const { challenge } = (await signIn(email)).envelope.data;
  expect((await redeem(challenge, recoveryCodes[0] as string)).envelope.code).toBe("A0240");
  expect((await redeem(challenge, renewed[0] as string)).envelope.code).toBe("0");
});

test("keeps a browser signed in after the second step when sign-in asked for it", async () => {
  const { email, nextCode } = await createPersonWithTotp();
  const { challenge } = (await signIn(email, server, { keepSignedIn: true })).envelope.data;
  const { headers } = await redeem(challenge, nextCode());
  expect(String(headers["set-cookie"])).toMatch(/^heliograph_kept=[\w-]{43};/);
});

test("refuses an unknown challenge", async () => {
  expect((await redeem(randomUUID(), "123456")).envelope).toMatchObject({ code: "A0230", status: 401 });
});
