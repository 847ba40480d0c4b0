import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { createTestApp } from "../../../../../test/app.ts";
import { createAccount, createSession } from "../../../../../test/fixtures.ts";
import { openTestStage } from "../../../../../test/stage.ts";

const { engines, server } = await openTestStage();

afterEach(() => {
  vi.restoreAllMocks();
});

const refresh = (refresh_token: string, by = server) =>
  by.call("POST", "/token/refresh", { body: { refresh_token } });
const isLive = async (access: string) =>
  (await server.call("GET", "/user/isSuper", { authorization: `Bearer ${access}` })).envelope.code === "0";

async function createTokens() {
  const account = await createAccount(engines.db);
  return { ...(await createSession(engines.db, { accountId: account.id })), accountId: account.id };
}

test("exchanges a refresh token for a new pair of the same session [R7.4]", async () => {
  const first = await createTokens();
  const { envelope, statusCode } = await refresh(first.refresh);
  expect(statusCode).toBe(200);
  expect(envelope.data).toMatchObject({
    token_type: "Bearer",
    expires_in: 1_800,
    refresh_expires_in: 1_209_600,
  });
  expect(envelope.data.refresh_token).not.toBe(first.refresh);
  expect(await isLive(envelope.data.access_token)).toBe(true);
  const again = await refresh(envelope.data.refresh_token);
  expect(await isLive(again.envelope.data.access_token)).toBe(true);
});

/** Moves the redemption of a session's tokens to before the grace period. */
async function letGracePass(sessionId: string) {
  await sql`update tokens set used_at = used_at - interval '2.1 s' where session_id = ${sessionId}`.execute(
    engines.db,
  );
}

test("gives concurrent requests the same pair, and keeps the session", async () => {
  const first = await createTokens();
  const responses = await Promise.all(Array.from({ length: 6 }, () => refresh(first.refresh)));
  const pairs = new Set(responses.map(({ envelope }) => JSON.stringify(envelope.data)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(pairs.size).toBe(1);
  expect(await isLive(responses[0]?.envelope.data.access_token)).toBe(true);
});

test("gives a request that found the row locked the pair of the one that held it", async () => {
  const first = await createTokens();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holder = engines.db.transaction().execute(async (trx) => {
    await sql`
      select from tokens where session_id = ${first.sessionId} and kind = 'refresh' for update`.execute(trx);
    await isReleased;
  });
  const both = [refresh(first.refresh), refresh(first.refresh)];
  release();
  await holder;
  const [one, other] = await Promise.all(both);
  expect(one?.envelope.code).toBe("0");
  expect(other?.envelope.data).toEqual(one?.envelope.data);
});

test("gives requests in quick succession the same pair, whether or not the first was answered", async () => {
  for (let round = 0; round < 4; round += 1) {
    const first = await createTokens();
    const starts = Array.from({ length: 12 }, (_, index) => Math.ceil((index * (round + 1) * 20) / 48));
    const responses = await Promise.all(
      starts.map(async (ms) => await wait(ms).then(() => refresh(first.refresh))),
    );
    responses.push(await refresh(first.refresh));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ envelope }) => JSON.stringify(envelope.data))).size).toBe(1);
    expect(await isLive(responses[0]?.envelope.data.access_token)).toBe(true);
  }
});

test("counts a request as arrived when its body is complete, however early its headers came", async () => {
  const first = await createTokens();
  const second = (await refresh(first.refresh)).envelope.data;
  await letGracePass(first.sessionId);
  const payload = JSON.stringify({ refresh_token: first.refresh });
  const realNow = performance.now.bind(performance);
  // A real connection, since an injected request is complete before its headers are read.
  const url = `${await server.app.listen({ port: 0, host: "127.0.0.1" })}/api/token/refresh`;
  const headers = { "content-type": "application/json", "content-length": payload.length };
  const slow = request(url, { method: "POST", headers });
  const response = once(slow, "response");
  const head = once(server.app.server, "request");
  slow.write(payload.slice(0, 5));
  await head;
  vi.spyOn(performance, "now").mockImplementation(() => realNow() + 40_000);
  slow.end(payload.slice(5));
  const [message] = await response;
  message.resume();
  expect(message.statusCode).toBe(401);
  expect(await isLive(second.access_token)).toBe(false);
});

test("ends the token family when both holders of one pair use it", async () => {
  const stolen = await createTokens();
  const owner = (await refresh(stolen.refresh)).envelope.data;
  const thief = (await refresh(stolen.refresh)).envelope.data;
  const next = (await refresh(owner.refresh_token)).envelope.data;
  await letGracePass(stolen.sessionId);
  expect((await refresh(thief.refresh_token)).envelope.code).toBe("A0230");
  expect(await isLive(next.access_token)).toBe(false);
});

test("ends the token family when a token is replayed after the grace period, and logs it", async () => {
  const first = await createTokens();
  const second = (await refresh(first.refresh)).envelope.data;
  expect(await isLive(second.access_token)).toBe(true);
  await letGracePass(first.sessionId);
  const replay = await refresh(first.refresh);
  expect(replay.statusCode).toBe(401);
  expect(replay.envelope.code).toBe("A0230");
  expect(await isLive(first.access)).toBe(false);
  expect(await isLive(second.access_token)).toBe(false);
  expect((await refresh(second.refresh_token)).envelope.code).toBe("A0230");
  const { rows } = await sql`
    select kind, type from audit where actor_id = ${first.accountId}`.execute(engines.db);
  expect(rows).toEqual([{ kind: "security", type: "session.replay" }]);
});

test("refuses an access token where a refresh token belongs, and the other way round", async () => {
  const first = await createTokens();
  expect((await refresh(first.access)).envelope.code).toBe("A0230");
  expect(await isLive(first.refresh)).toBe(false);
  expect(await isLive(first.access)).toBe(true);
});

test("refuses a refresh token after 14 days", async () => {
  const first = await createTokens();
  const second = (await refresh(first.refresh)).envelope.data;
  const late = await createTestApp({ ...engines, startAt: server.clock.now() + 14 * 24 * 3_600_000 + 1_000 });
  expect((await refresh(second.refresh_token, late)).envelope.code).toBe("A0230");
  await late.close();
});

test("gives one pair from two processes of one database; a later replay at either ends the family", async () => {
  const first = await createTokens();
  const secondServer = await createTestApp(engines);
  const [here, there] = await Promise.all([refresh(first.refresh), refresh(first.refresh, secondServer)]);
  expect(here.statusCode).toBe(200);
  expect(there.envelope.data).toEqual(here.envelope.data);
  await letGracePass(first.sessionId);
  expect((await refresh(first.refresh, secondServer)).envelope.code).toBe("A0230");
  expect(await isLive(here.envelope.data.access_token)).toBe(false);
  expect((await refresh(here.envelope.data.refresh_token)).envelope.code).toBe("A0230");
  await secondServer.close();
});

test("deletes expired rows only", async () => {
  const live = await createTokens();
  const old = await createSession(engines.db, { expiresAt: new Date(server.clock.now() - 1_000) });
  await server.services.identity.sweep();
  const { rows } = await sql<{ id: string }>`
    select id from sessions where id in (${live.sessionId}, ${old.sessionId})`.execute(engines.db);
  expect(rows).toEqual([{ id: live.sessionId }]);
  expect(await isLive(live.access)).toBe(true);
});
