import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../../test/app.ts";
import { createAccount, createSession } from "../../../../../test/fixtures.ts";
import { openTestStage } from "../../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const password = "Blue-roof-77";

const list = async (authorization: string) =>
  (await server.call("GET", "/user/sessions", { authorization })).envelope.data;
const isLive = async (authorization: string) =>
  (await server.call("GET", "/user/isSuper", { authorization })).envelope.code === "0";

test("lists the account's active sessions, the current one marked, and no others", async () => {
  const { id, email } = await createAccount(engines.db, { password });
  const other = await createSession(engines.db, { accountId: id });
  await createSession(engines.db, { accountId: id, expiresAt: new Date(server.clock.now() - 1_000) });
  await createSession(engines.db, { accountId: (await createAccount(engines.db)).id });
  const signedIn = await server.call("POST", "/token/login", {
    body: { account: email, password, endpoint: "APP" },
    headers: { "user-agent": "Roof browser 7" },
  });
  const { rows, total } = await list(`Bearer ${signedIn.envelope.data.access_token}`);
  expect(total).toBe(2);
  expect(rows.find((row: { isCurrent: boolean }) => row.isCurrent)).toMatchObject({
    endpoint: "APP",
    userAgent: "Roof browser 7",
    address: "127.0.0.1",
    startedAt: new Date(server.clock.now()).toISOString(),
  });
  expect(rows.find((row: { isCurrent: boolean }) => !row.isCurrent).sessionId).toBe(other.sessionId);
});

test("ends one session immediately, or all others, and audits which", async () => {
  const { id } = await createAccount(engines.db);
  const [own, second, third] = await Promise.all(
    [1, 2, 3].map(() => createSession(engines.db, { accountId: id })),
  );
  const { authorization } = own as NonNullable<typeof own>;
  const one = await server.call("POST", "/user/sessions/end", {
    authorization,
    body: { sessionId: second?.sessionId },
  });
  expect(one.envelope.data).toEqual({ ended: 1 });
  expect(await isLive(second?.authorization ?? "")).toBe(false);
  expect(await isLive(third?.authorization ?? "")).toBe(true);
  const others = await server.call("POST", "/user/sessions/end", { authorization, body: {} });
  expect(others.envelope.data).toEqual({ ended: 1 });
  expect(await isLive(third?.authorization ?? "")).toBe(false);
  expect(await isLive(authorization)).toBe(true);
  const audit = await sql<{ objectId: string }>`
    select object_id as "objectId" from audit where actor_id = ${id} and type = 'session.end'`.execute(
    engines.db,
  );
  expect(new Set(audit.rows.map(({ objectId }) => objectId))).toEqual(
    new Set([second?.sessionId, third?.sessionId]),
  );
});

test("refuses a session of another account and an ended one", async () => {
  const own = await createSession(engines.db, { accountId: (await createAccount(engines.db)).id });
  const foreign = await createSession(engines.db, { accountId: (await createAccount(engines.db)).id });
  for (let round = 0; round < 2; round += 1) {
    const { envelope } = await server.call("POST", "/user/sessions/end", {
      authorization: own.authorization,
      body: { sessionId: foreign.sessionId },
    });
    expect(envelope.code).toBe("A0404");
  }
  expect(await isLive(foreign.authorization)).toBe(true);
});

test("closes the event streams of an ended session", async () => {
  const { id } = await createAccount(engines.db);
  const own = await createSession(engines.db, { accountId: id });
  const other = await createSession(engines.db, { accountId: id });
  const messages: unknown[] = [];
  const leave = server.bus.subscribe(`account.${id}.session`, (message) => messages.push(message));
  await server.call("POST", "/user/sessions/end", { authorization: own.authorization, body: {} });
  leave();
  expect(messages).toEqual([{ sessionId: other.sessionId }]);
});

const stepUp = (authorization: string, typed: string) =>
  server.call("POST", "/user/stepUp", { authorization, body: { password: typed } });

test("confirms the password for this session and 5 minutes, and audits it", async () => {
  const { id } = await createAccount(engines.db, { password });
  const own = await createSession(engines.db, { accountId: id });
  const other = await createSession(engines.db, { accountId: id });
  const scopeOf = (session: typeof own) => server.services.identity.authenticate(session.access);
  expect((await stepUp(own.authorization, "Wrong-word-1")).envelope).toMatchObject({
    code: "A0210",
    status: 400,
  });
  expect((await scopeOf(own)).isSteppedUp).toBe(false);
  const { envelope } = await stepUp(own.authorization, password);
  expect(envelope.data.untilAt).toBe(new Date(server.clock.now() + 300_000).toISOString());
  expect((await scopeOf(own)).isSteppedUp).toBe(true);
  expect((await scopeOf(other)).isSteppedUp).toBe(false);
  const late = await createTestApp({ ...engines, startAt: server.clock.now() + 300_000 });
  expect((await late.services.identity.authenticate(own.access)).isSteppedUp).toBe(false);
  await late.close();
  const audit = await sql`
    select kind, type, object_id as "objectId" from audit where actor_id = ${id}`.execute(engines.db);
  expect(audit.rows).toEqual([{ kind: "security", type: "session.step-up", objectId: own.sessionId }]);
});

test("throttles guessing of the password at step-up like sign-in", async () => {
  const { id } = await createAccount(engines.db, { password });
  const { authorization } = await createSession(engines.db, { accountId: id });
  for (let failure = 0; failure < 10; failure += 1) await stepUp(authorization, "Wrong-word-1");
  const { envelope, headers, statusCode } = await stepUp(authorization, password);
  expect({ code: envelope.code, statusCode, wait: headers["retry-after"] }).toEqual({
    code: "A0501",
    statusCode: 429,
    wait: "1",
  });
});
