import { randomInt, randomUUID } from "node:crypto";
import { formatMessage } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createSession } from "../../../../test/fixtures.ts";
import { listMessages, obtainCode } from "../../../../test/outbox.ts";

let engines: TestEngines;
let server: TestApp;

// An own database, since processing requests affects those of all accounts, and the clock is moved.
beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp({
    ...engines,
    environment: { TRUST_PROXY: "1", PUBLIC_URL: "https://solar.example" },
  });
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

let lastAddress = 0;
/** A separate address, so that no test uses up another's quota. */
const newAddress = () => {
  lastAddress += 1;
  return `198.51.100.${lastAddress}`;
};
const newTarget = () => `${randomUUID()}@example.org`;

async function ask(path: string, query: object, options: { address?: string; language?: string } = {}) {
  const { address = newAddress(), language = "en" } = options;
  return await server.call("GET", path, {
    query,
    headers: { "x-forwarded-for": address, "accept-language": language },
  });
}
const sendCode = (target: string, purpose: string, address?: string) =>
  ask("/registry/sendCode", { target, purpose }, { address });
const check = (target: string, code: string, purpose = "register", address?: string) =>
  ask("/registry/checkCode", { target, code, purpose }, { address });
const sendBindCode = (authorization: string, target: string, address = newAddress()) =>
  server.call("POST", "/user/settings/sendCode", {
    authorization,
    body: { target },
    headers: { "x-forwarded-for": address },
  });
const createUser = async () => {
  const account = await createAccount(engines.db, { password: "Blue-roof-77" });
  return { ...account, ...(await createSession(engines.db, { accountId: account.id })) };
};
const wrongCodes = (right: string, many: number) =>
  Array.from({ length: many }, (_, n) => String((Number(right) + 1 + n) % 1_000_000).padStart(6, "0"));

test("mails a code of six digits in the caller's language, and sends one to a phone by SMS [R7.5]", async () => {
  const email = newTarget();
  const { envelope } = await ask("/registry/sendEmailCode", { email }, { language: "pt" });
  expect(envelope).toMatchObject({ code: "0", data: { resendAfterS: 60 } });
  const phone = `+4917${randomInt(1e8, 1e9)}`;
  expect(
    (await ask("/registry/sendPhoneCode", { phone: `${phone.slice(0, 5)} ${phone.slice(5)}` })).statusCode,
  ).toBe(200);
  await server.services.registration.sendRequested();
  expect(await listMessages(engines.db, email)).toEqual([
    {
      channel: "mail",
      subject: "Heliograph: seu código de cadastro",
      body: expect.stringMatching(/^Seu código é \d{6}\./),
    },
  ]);
  expect(await listMessages(engines.db, phone)).toEqual([
    { channel: "sms", subject: "", body: expect.stringMatching(/^Your code is \d{6}\./) },
  ]);
});

test("leaves the remaining requests open when the server stops, and sends them later", async () => {
  const targets = [newTarget(), newTarget()];
  for (const email of targets) await ask("/registry/sendEmailCode", { email });
  const sentCounts = () =>
    Promise.all(targets.map(async (email) => (await listMessages(engines.db, email)).length));
  await server.services.registration.sendRequested(AbortSignal.abort());
  expect(await sentCounts()).toEqual([0, 0]);
  await server.services.registration.sendRequested();
  expect(await sentCounts()).toEqual([1, 1]);
});

test("writes mails and errors in each of the four languages, as requested by the caller [R1.13]", async () => {
  for (const language of ["zh-cn", "en", "pt", "th"] as const) {
    const email = newTarget();
    expect((await ask("/registry/sendEmailCode", { email }, { language })).envelope.code).toBe("0");
    await server.services.registration.sendRequested();
    const params = { brand: "Heliograph" };
    expect(await listMessages(engines.db, email)).toMatchObject([
      { subject: formatMessage(language, "mail.code.register", params) },
    ]);
    const refused = await ask("/registry/sendEmailCode", { email: "ana@" }, { language });
    expect(refused.envelope.data.fields).toEqual([
      { path: "email", message: formatMessage(language, "field.email") },
    ]);
  }
});

test("returns the same response for known and unknown targets, and mails each what applies [R7.5]", async () => {
  const active = await createAccount(engines.db, { password: "Blue-roof-77" });
  const invited = await createAccount(engines.db);
  const disabled = await createAccount(engines.db, { password: "Blue-roof-77" });
  const { authorization } = await createUser();
  await sql`update accounts set disabled_at = now() where id = ${disabled.id}`.execute(engines.db);
  const subjects = async (target: string) =>
    (await listMessages(engines.db, target)).map(({ subject }) => subject.replace("Heliograph: ", ""));
  const expected = {
    register: [
      "your registration code",
      "your registration code",
      "you already have an account",
      "you already have an account",
    ],
    forgot: [undefined, undefined, "your password reset code", undefined],
    bind: [
      "your verification code",
      "you already have an account",
      "you already have an account",
      "you already have an account",
    ],
  };
  for (const purpose of ["register", "forgot", "bind"] as const) {
    const responses = new Set<string>();
    const seen: (string | undefined)[] = [];
    for (const email of [newTarget(), invited.email, active.email, disabled.email]) {
      await sql`delete from outbox`.execute(engines.db);
      const asked = purpose === "bind" ? sendBindCode(authorization, email) : sendCode(email, purpose);
      const { statusCode, body, headers } = await asked;
      responses.add(`${statusCode} ${body} ${headers["content-length"]}`);
      await server.services.registration.sendRequested();
      seen.push((await subjects(email))[0]);
    }
    expect(responses.size).toBe(1);
    expect(seen).toEqual(expected[purpose]);
  }
  const { rows } = await sql`select from code_requests where target is not null`.execute(engines.db);
  expect(rows).toEqual([]);
});

test("does no account-dependent work in the request for a code", async () => {
  const { email } = await createAccount(engines.db, { password: "Blue-roof-77" });
  await sendCode(email, "forgot");
  expect(await listMessages(engines.db, email)).toEqual([]);
  const { rows } = await sql`select from verification_codes where expires_at > now()`.execute(engines.db);
  const before = rows.length;
  await server.services.registration.sendRequested();
  const after = await sql`select from verification_codes where expires_at > now()`.execute(engines.db);
  expect(after.rows.length).toBe(before + 1);
});

test("stores the HMAC of a code only", async () => {
  const target = newTarget();
  const code = await obtainCode(server, engines.db, { target, purpose: "register", address: newAddress() });
  const { rows } = await sql<{ row: string }>`
    select row_to_json(t)::text as row from (select * from verification_codes) t
    union all select row_to_json(t)::text from (select * from code_requests) t`.execute(engines.db);
  expect(rows.map(({ row }) => row).join()).not.toContain(`"${code}"`);
  expect(rows.map(({ row }) => row).join()).not.toContain(target);
});

test("checks a code without using it up, for ten minutes and for its purpose only [R7.5]", async () => {
  const target = newTarget();
  const code = await obtainCode(server, engines.db, { target, purpose: "register", address: newAddress() });
  expect((await check(target.toUpperCase(), code)).envelope.code).toBe("0");
  expect((await check(target, code)).envelope.code).toBe("0");
  for (const [to, purpose] of [
    [target, "forgot"],
    [newTarget(), "register"],
  ] as const) {
    const refused = await check(to, code, purpose);
    expect(refused.statusCode).toBe(400);
    expect(refused.envelope).toMatchObject({
      code: "A0240",
      msg: "The code is incorrect or has expired.",
      data: { fields: [{ path: "code", message: "The code is incorrect or has expired." }] },
    });
  }
  server.clock.advance(10 * 60_000);
  expect((await check(target, code)).envelope.code).toBe("A0240");
});

test("allows five tries of a code from one address, correct and concurrent ones included [R7.5]", async () => {
  const [target, address] = [newTarget(), newAddress()];
  const code = await obtainCode(server, engines.db, { target, purpose: "register", address });
  const tries = await Promise.all(Array.from({ length: 8 }, () => check(target, code, "register", address)));
  expect(tries.filter(({ envelope }) => envelope.code === "0")).toHaveLength(5);
  const [other, from] = [newTarget(), newAddress()];
  const next = await obtainCode(server, engines.db, { target: other, purpose: "register", address: from });
  for (const wrong of wrongCodes(next, 4))
    expect((await check(other, wrong, "register", from)).envelope.code).toBe("A0240");
  expect((await check(other, next, "register", from)).envelope.code).toBe("0");
  expect((await check(other, next, "register", from)).envelope.code).toBe("A0240");
});

test("keeps a code valid after a stranger's tries, where it was requested and on another network [R7.5]", async () => {
  const [target, address, stranger] = [newTarget(), newAddress(), newAddress()];
  const code = await obtainCode(server, engines.db, { target, purpose: "register", address });
  for (const wrong of wrongCodes(code, 8)) await check(target, wrong, "register", stranger);
  expect((await check(target, code, "register", stranger)).envelope.code).not.toBe("0");
  expect((await check(target, code)).envelope.code).toBe("0");
  // All other addresses together have twenty tries; the five of the requesting address remain.
  const others = await Promise.all(Array.from({ length: 20 }, () => check(target, code)));
  expect(others.filter(({ envelope }) => envelope.code === "0")).toHaveLength(14);
  expect((await check(target, code, "register", address)).envelope.code).toBe("0");
});

test("accepts the newest two codes requested from one address, whatever other addresses request", async () => {
  const [target, address] = [newTarget(), newAddress()];
  const codes: string[] = [];
  const next = async (from: string) => {
    codes.push(await obtainCode(server, engines.db, { target, purpose: "register", address: from }));
    server.clock.advance(61_000);
  };
  for (const from of [address, address, address, newAddress(), newAddress()]) await next(from);
  const goods = await Promise.all(codes.map((code) => check(target, code)));
  const [first, ...others] = goods.map(({ envelope }) => envelope.code);
  if (!codes.slice(1).includes(codes[0] as string)) expect(first).toBe("A0240");
  expect(others).toEqual(["0", "0", "0", "0"]);
});

test("deletes all codes of a purpose and target once one is used", async () => {
  const { email } = await createUser();
  const ask = () =>
    obtainCode(server, engines.db, { target: email, purpose: "forgot", address: newAddress() });
  const first = await ask();
  server.clock.advance(1_000);
  const second = await ask();
  const replace = (code: string) =>
    server.call("POST", "/forgetPassword/updatePassword", {
      body: { target: email, code, password: "Green-roof-88", confirmPassword: "Green-roof-88" },
      headers: { "x-forwarded-for": newAddress() },
    });
  const responses = await Promise.all([replace(first), replace(second)]);
  expect(responses.map(({ envelope }) => envelope.code).sort()).toEqual(["0", "A0240"]);
  expect((await check(email, second, "forgot")).envelope.code).toBe("A0240");
});

test("a code to bind a contact requires a session, and is valid for its account only", async () => {
  const [target, mine, other] = [newTarget(), await createUser(), await createUser()];
  expect((await sendCode(target, "bind")).envelope.code).toBe("A0400");
  expect((await check(target, "123456", "bind")).envelope.code).toBe("A0400");
  const { authorization } = mine;
  const code = await obtainCode(server, engines.db, { target, purpose: "bind", authorization });
  for (const user of [mine, other])
    await server.call("POST", "/user/stepUp", {
      authorization: user.authorization,
      body: { password: "Blue-roof-77" },
    });
  const bind = (user: typeof mine) =>
    server.call("POST", "/user/settings/bind", {
      authorization: user.authorization,
      body: { target, code },
    });
  for (let n = 0; n < 6; n += 1) expect((await bind(other)).envelope.code).toBe("A0240");
  expect((await bind(mine)).envelope.code).toBe("0");
});

test("limits an address to one code a minute and five a day for one target, also for concurrent requests", async () => {
  const [target, address] = [newTarget(), newAddress()];
  const first = await Promise.all(Array.from({ length: 5 }, () => sendCode(target, "forgot", address)));
  const refused = first.filter(({ envelope }) => envelope.code === "A0501");
  expect(refused).toHaveLength(4);
  expect(refused[0]?.headers["retry-after"]).toBe("60");
  for (let n = 1; n < 5; n += 1) {
    server.clock.advance(60_000);
    expect((await sendCode(target, "forgot", address)).envelope.code).toBe("0");
  }
  server.clock.advance(60_000);
  expect((await sendCode(target, "forgot", address)).envelope.code).toBe("A0501");
  expect((await sendCode(target, "register", address)).envelope.code).toBe("0");
  expect((await sendCode(target, "forgot")).envelope.code).toBe("0");
  server.clock.advance(24 * 3_600_000);
  expect((await sendCode(target, "forgot", address)).envelope.code).toBe("0");
});

test("limits codes requested by strangers to twenty a day for a target, without limiting the owner's known addresses", async () => {
  const { email, id } = await createUser();
  const home = newAddress();
  await sql`update sessions set address = ${home} where account_id = ${id}`.execute(engines.db);
  const asked = await Promise.all(Array.from({ length: 22 }, () => sendCode(email, "forgot")));
  expect(asked.filter(({ envelope }) => envelope.code === "0")).toHaveLength(20);
  expect((await sendCode(email, "forgot")).envelope.code).toBe("A0501");
  const code = await obtainCode(server, engines.db, { target: email, purpose: "forgot", address: home });
  expect((await check(email, code, "forgot", home)).envelope.code).toBe("0");
  // An address from which the account of an unverified contact signed in keeps a quota of its own, too.
  const unverified = await createAccount(engines.db, { password: "Blue-roof-77", isEmailVerified: false });
  await createSession(engines.db, { accountId: unverified.id });
  await sql`update sessions set address = ${home} where account_id = ${unverified.id}`.execute(engines.db);
  await Promise.all(Array.from({ length: 20 }, () => sendCode(unverified.email, "forgot")));
  expect((await sendCode(unverified.email, "forgot")).envelope.code).toBe("A0501");
  expect((await sendCode(unverified.email, "forgot", home)).envelope.code).toBe("0");
});

test("limits codes requested from an account's known addresses to twenty a day together", async () => {
  const { id, email } = await createUser();
  const places = Array.from({ length: 21 }, newAddress);
  for (const place of places) {
    const { sessionId } = await createSession(engines.db, { accountId: id });
    await sql`update sessions set address = ${place} where id = ${sessionId}`.execute(engines.db);
  }
  const asked = await Promise.all(places.map((place) => sendCode(email, "forgot", place)));
  expect(asked.filter(({ envelope }) => envelope.code === "A0501")).toHaveLength(1);
});

test("counts codes to bind a contact by account, separately for the account that already has it", async () => {
  const holder = await createAccount(engines.db, { isEmailVerified: false });
  const { authorization } = await createSession(engines.db, { accountId: holder.id });
  const createStranger = async () => {
    const stranger = await createAccount(engines.db);
    return (await createSession(engines.db, { accountId: stranger.id })).authorization;
  };
  const codeOf = async (by: string, target = holder.email) => (await sendBindCode(by, target)).envelope.code;
  for (let n = 0; n < 4; n += 1) {
    const stranger = await createStranger();
    for (let m = 0; m < 5; m += 1) {
      expect(await codeOf(stranger)).toBe("0");
      server.clock.advance(60_000);
    }
    // Another address is not another account.
    expect(await codeOf(stranger)).toBe("A0501");
    expect(await codeOf(stranger, newTarget())).toBe("0");
  }
  // Many accounts together cannot flood one mailbox.
  expect(await codeOf(await createStranger())).toBe("A0501");
  for (let m = 0; m < 5; m += 1) {
    expect(await codeOf(authorization)).toBe("0");
    server.clock.advance(60_000);
  }
  expect(await codeOf(authorization)).toBe("A0501");
});

test("limits one address to a hundred codes a day", async () => {
  const address = newAddress();
  const codes = await Promise.all(
    Array.from({ length: 101 }, () => sendCode(newTarget(), "register", address)),
  );
  expect(codes.filter(({ envelope }) => envelope.code === "A0501")).toHaveLength(1);
  expect((await sendCode(newTarget(), "register")).envelope.code).toBe("0");
});

test("counts the codes requested from one customer's IPv6 addresses together", async () => {
  const codes = await Promise.all(
    Array.from({ length: 101 }, (_, n) => sendCode(newTarget(), "register", `2001:db8:c0de::${n}`)),
  );
  expect(codes.filter(({ envelope }) => envelope.code === "A0501")).toHaveLength(1);
  expect((await sendCode(newTarget(), "register", "2001:db8:c0de:1::1")).envelope.code).toBe("0");
});

test("throttles an address that guesses codes of one target", async () => {
  const [address, target] = [newAddress(), newTarget()];
  for (let n = 0; n < 10; n += 1)
    expect((await check(target, "123456", "forgot", address)).envelope.code).toBe("A0240");
  expect((await check(target, "123456", "forgot", address)).envelope.code).toBe("A0501");
  expect((await check(target, "123456", "forgot")).envelope.code).toBe("A0240");
});

test("refuses malformed emails, phone numbers and codes with a message [R5.3]", async () => {
  const said = async (path: string, query: object) => (await ask(path, query)).envelope.data?.fields;
  expect(await said("/registry/sendCode", { target: "ana@" })).toEqual([
    { path: "target", message: "Enter a valid email address." },
  ]);
  expect(await said("/registry/sendCode", { target: "12" })).toEqual([
    { path: "target", message: "Enter a valid phone number." },
  ]);
  expect(await said("/registry/sendCode", { target: "abc" })).toEqual([
    { path: "target", message: "Enter a valid email or phone number." },
  ]);
  expect(await said("/registry/sendCode", {})).toEqual([
    { path: "target", message: "This field is required." },
  ]);
  expect(await said("/registry/sendEmailCode", { email: "a\r\nb@example.org" })).toEqual([
    { path: "email", message: "Enter a valid email address." },
  ]);
  expect(await said("/registry/checkCode", { target: "a@example.org", code: "12a" })).toEqual([
    { path: "code", message: "Enter the 6-digit code." },
  ]);
});

test("deletes requests after a day and codes when they have expired", async () => {
  await sendCode(newTarget(), "register");
  await server.services.registration.sendRequested();
  server.clock.advance(24 * 3_600_000 + 1_000);
  await server.services.registration.sweep();
  const { rows } = await sql`
    select 1 from code_requests union all select 1 from verification_codes`.execute(engines.db);
  expect(rows).toEqual([]);
});
