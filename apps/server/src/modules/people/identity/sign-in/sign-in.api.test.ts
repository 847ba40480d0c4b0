import { createHash, randomUUID } from "node:crypto";
import { formatMessage } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../../test/app.ts";
import { createAccount } from "../../../../../test/fixtures.ts";
import { openTestStage } from "../../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const password = "Blue-roof-77";

function signIn(account: string, typed = password, headers: Record<string, string> = {}) {
  return server.call("POST", "/token/login", {
    body: { account, password: typed, endpoint: "WEB" },
    headers,
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test("signs in with email or phone and returns the token fields with their lifetimes in seconds [R7.2]", async () => {
  const { id, email } = await createAccount(engines.db, { password });
  const phone = `+49${Date.now()}`.slice(0, 14);
  await sql`update accounts set phone = ${phone} where id = ${id}`.execute(engines.db);
  for (const account of [
    email,
    email.toUpperCase(),
    ` ${email} `,
    `${phone.slice(0, 5)} ${phone.slice(5)}`,
  ]) {
    const { envelope, headers } = await signIn(account);
    expect(envelope.code).toBe("0");
    expect(envelope.data).toEqual({
      token_type: "Bearer",
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: 1_800,
      refresh_expires_in: 1_209_600,
    });
    expect(headers.date).toBeDefined();
    const info = await server.call("GET", "/user/settings/getUserInfo", bearer(envelope.data.access_token));
    expect(info.envelope.data.accountId).toBe(id);
  }
});

test("starts no session for a password that is changed during the sign-in", async () => {
  const { id, email } = await createAccount(engines.db, { password });
  const { signedIn } = await engines.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ backend: number }>`
      update accounts set password_hash = 'another' where id = ${id} returning pg_backend_pid() as backend`.execute(
      trx,
    );
    const signedIn = signIn(email);
    await expect
      .poll(
        async () => {
          const waiting = await sql`
          select from pg_stat_activity where ${rows[0]?.backend} = any(pg_blocking_pids(pid))`.execute(
            engines.db,
          );
          return waiting.rows.length;
        },
        { timeout: 4_000 },
      )
      .toBe(1);
    return { signedIn };
  });
  expect((await signedIn).envelope.code).toBe("A0200");
  const { rows } = await sql`select from sessions where account_id = ${id}`.execute(engines.db);
  expect(rows).toEqual([]);
});

test("stores tokens as SHA-256 only, and the sign-in in the system log", async () => {
  const { id, email } = await createAccount(engines.db, { password });
  const { data } = (await signIn(email)).envelope;
  const hash = createHash("sha256").update(data.access_token).digest();
  const stored = await sql<{ row: string }>`
    select t::text || s::text as row from tokens t join sessions s on s.id = t.session_id
    where s.account_id = ${id}`.execute(engines.db);
  expect(stored.rows).toHaveLength(2);
  expect(stored.rows.map(({ row }) => row).join()).toContain(hash.toString("hex"));
  expect(stored.rows.map(({ row }) => row).join()).not.toContain(data.access_token);
  const audit = await sql`
    select kind, type, method, address from audit where actor_id = ${id}`.execute(engines.db);
  expect(audit.rows).toEqual([
    { kind: "system", type: "session.sign-in", method: "password", address: "127.0.0.1" },
  ]);
});

test("returns the same error for an unknown account, a wrong password and a closed account", async () => {
  const { email } = await createAccount(engines.db, { password });
  const disabled = await createAccount(engines.db, { password });
  await sql`update accounts set disabled_at = now() where id = ${disabled.id}`.execute(engines.db);
  const invited = await createAccount(engines.db);
  const responses = [
    await signIn(email, "Wrong-word-1"),
    await signIn(`${randomUUID()}@example.org`),
    await signIn(disabled.email),
    await signIn(invited.email),
  ];
  for (const { statusCode, envelope } of responses) {
    expect(statusCode).toBe(401);
    expect(envelope).toEqual({
      code: "A0200",
      data: null,
      msg: formatMessage("en", "code.A0200"),
      status: 401,
    });
  }
});

test("treats a non-ASCII letter as a different account name", async () => {
  const email = `ida-${randomUUID()}@example.org`;
  await createAccount(engines.db, { password, email });
  expect((await signIn(email.replace("i", "\u0130"))).envelope.code).toBe("A0200");
  expect((await signIn(email)).envelope.code).toBe("0");
});

test("starts an anonymous session that the server distinguishes from an account's [R7.3] [R6.11]", async () => {
  const { envelope } = await server.call("POST", "/token/anonymous", { body: { endpoint: "WEB" } });
  const anonymous = bearer(envelope.data.access_token);
  expect((await server.call("GET", "/user/isAnonymous", anonymous)).envelope.data).toBe(true);
  expect((await server.call("GET", "/user/isSuper", anonymous)).envelope.data).toBe(false);
  expect((await server.call("GET", "/user/settings/getUserInfo", anonymous)).envelope.code).toBe("A0300");
  const { email } = await createAccount(engines.db, { password, roleCode: "ROOT" });
  const root = bearer((await signIn(email)).envelope.data.access_token);
  expect((await server.call("GET", "/user/isAnonymous", root)).envelope.data).toBe(false);
  expect((await server.call("GET", "/user/isSuper", root)).envelope.data).toBe(true);
});

test("accepts no endpoint but WEB, and APP from the installed app [R3.5]", async () => {
  const { email } = await createAccount(engines.db, { password });
  const attempt = (endpoint: string) =>
    server.call("POST", "/token/login", { body: { account: email, password, endpoint } });
  expect((await attempt("WEB")).envelope.code).toBe("0");
  expect((await attempt("APP")).envelope.code).toBe("0");
  expect((await attempt("TV")).envelope.code).toBe("A0400");
});

test("returns the caller's account, with role and type named in the caller's language", async () => {
  const { id, email, companyId, userName } = await createAccount(engines.db, { password });
  const session = bearer((await signIn(email)).envelope.data.access_token);
  const { data } = (await server.call("GET", "/user/settings/getUserInfo", session)).envelope;
  expect(data).toMatchObject({
    accountId: id,
    email,
    companyId,
    userName,
    emailNotify: true,
    language: "en",
  });
  expect(data).toMatchObject({ roleName: "Owner", customerTypeName: "Plant owner" });
  expect(data).not.toHaveProperty("passwordHash");
  const headers = { "accept-language": "zh-CN" };
  const inChinese = await server.call("GET", "/user/settings/getUserInfo", { ...session, headers });
  expect(inChinese.envelope.data.customerTypeName).toBe("电站业主");
});

test("ends both tokens of a session immediately on sign-out, and only those", async () => {
  const { email } = await createAccount(engines.db, { password });
  const first = (await signIn(email)).envelope.data;
  const second = (await signIn(email)).envelope.data;
  const out = await server.call("DELETE", "/auth/logout", bearer(first.access_token));
  expect(out.envelope).toEqual({ code: "0", data: null, msg: "", status: 200 });
  expect((await server.call("GET", "/user/isSuper", bearer(first.access_token))).envelope.code).toBe("A0230");
  const refreshed = await server.call("POST", "/token/refresh", {
    body: { refresh_token: first.refresh_token },
  });
  expect(refreshed.envelope.code).toBe("A0230");
  expect((await server.call("GET", "/user/isSuper", bearer(second.access_token))).envelope.code).toBe("0");
});

test("returns 401 A0230 without a token, with an unknown one and with an expired one [R8.6]", async () => {
  const late = await createTestApp(engines);
  const { email } = await createAccount(engines.db, { password });
  const { access_token } = (await signIn(email)).envelope.data;
  late.clock.advance(30 * 60_000 + 1_000);
  for (const options of [{}, bearer("x".repeat(43)), { authorization: "Basic abc" }, bearer(access_token)]) {
    const { statusCode, envelope } = await late.call("GET", "/user/isSuper", options);
    expect(statusCode).toBe(401);
    expect(envelope.code).toBe("A0230");
    expect(envelope.msg).toBe("The current page is invalid, please log in again");
  }
  await late.close();
});

test("accepts no token in the address", async () => {
  const { email } = await createAccount(engines.db, { password });
  const { access_token } = (await signIn(email)).envelope.data;
  const response = await server.call("GET", "/user/isSuper", {
    query: { token: access_token, access_token },
  });
  expect(response.envelope.code).toBe("A0230");
});

test("refuses the sessions of a disabled account immediately, and returns A0201 for a cancelled one", async () => {
  const { id, email } = await createAccount(engines.db, { password });
  const tokens = (await signIn(email)).envelope.data;
  const ask = () => server.call("GET", "/user/isSuper", bearer(tokens.access_token));
  await sql`update accounts set disabled_at = now() where id = ${id}`.execute(engines.db);
  expect((await ask()).envelope.code).toBe("A0230");
  const refresh = { body: { refresh_token: tokens.refresh_token } };
  expect((await server.call("POST", "/token/refresh", refresh)).envelope.code).toBe("A0230");
  await sql`update accounts set cancelled_at = now() where id = ${id}`.execute(engines.db);
  const gone = await ask();
  expect(gone.statusCode).toBe(401);
  expect(gone.envelope.code).toBe("A0201");
});
