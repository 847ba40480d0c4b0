import { afterEach, expect, it } from "vitest";
import { createAccessToken } from "./access-token.ts";
import type { Session } from "./session.ts";
import { tokenState, toSession } from "./session.ts";
import { shareSession } from "./session-sharing.ts";
import { createSessionStore } from "./session-store.ts";

const start = Date.parse("2026-03-29T08:00:00Z");
const tokens = {
  token_type: "Bearer" as const,
  access_token: "a1",
  refresh_token: "r1",
  expires_in: 1800,
  refresh_expires_in: 1_209_600,
};

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}

function openTab(session: Session | undefined, now: () => number, replies: Session[]) {
  const store = createSessionStore(memoryStorage());
  if (session !== undefined) store.write(session);
  const sharing = shareSession(store);
  closers.push(sharing.close);
  const asked: string[] = [];
  const getAccessToken = createAccessToken({
    store,
    sharing,
    now,
    locks: navigator.locks,
    renew: async ({ refresh_token }) => {
      asked.push(refresh_token);
      return replies.shift();
    },
  });
  return { store, sharing, getAccessToken, asked };
}

const newSession = (localAt = start): Session =>
  toSession(
    tokens,
    { serverAt: start, localAt },
    { id: crypto.randomUUID(), isSuper: false, isAnonymous: false, endpoint: "WEB" },
  );

const renewed = (session: Session): Session => ({
  ...session,
  access_token: "Bearer a2",
  refresh_token: "r2",
  expires_time: session.expires_time + 1_800_000,
});

it("computes absolute times from the server's clock, whatever this machine's says [R3.1, R3.2]", () => {
  const session = newSession(start + 86_400_000);
  expect(session).toMatchObject({
    access_token: "Bearer a1",
    expires_time: start + 1_800_000,
    refresh_expires_time: start + 1_209_600_000,
  });
  expect(tokenState(session, start + 86_400_000 + 60_000)).toBe("valid");
  expect(tokenState(session, start + 86_400_000 + 1_800_000)).toBe("refresh");
});

it("renews once for all requests of the moment and gives them the new token [R4.3]", async () => {
  const session = newSession();
  const tab = openTab(session, () => start + 1_800_000, [renewed(session)]);
  expect(await Promise.all([tab.getAccessToken(), tab.getAccessToken(), tab.getAccessToken()])).toEqual([
    "Bearer a2",
    "Bearer a2",
    "Bearer a2",
  ]);
  expect(tab.asked).toEqual(["r1"]);
});

it("renews once for two tabs of one session [R4.3]", async () => {
  const session = newSession();
  const now = () => start + 1_800_000;
  const replies = [renewed(session)];
  const one = openTab(session, now, replies);
  const two = openTab(session, now, replies);
  expect(await Promise.all([one.getAccessToken(), two.getAccessToken()])).toEqual(["Bearer a2", "Bearer a2"]);
  expect([...one.asked, ...two.asked]).toEqual(["r1"]);
});

it("wipes the session when the refresh token is over [R4.2]", async () => {
  const tab = openTab(newSession(), () => start + 1_209_600_000, []);
  const reasons: string[] = [];
  tab.store.onReset((reason) => reasons.push(reason));
  expect(await tab.getAccessToken()).toBeUndefined();
  expect(tab.store.read()).toBeUndefined();
  expect(reasons).toEqual(["expired"]);
});

it("wipes the session when the server refuses the refresh token [R4.2]", async () => {
  const tab = openTab(newSession(), () => start + 1_800_000, []);
  expect(await tab.getAccessToken()).toBeUndefined();
  expect(tab.store.read()).toBeUndefined();
});

it("hands the session to a new tab and ends it in every tab [R4.6]", async () => {
  const session = newSession();
  const old = openTab(session, () => start, []);
  const fresh = openTab(undefined, () => start, []);
  expect(await fresh.sharing.ask()).toEqual(session);
  const ended = new Promise((resolve) => old.store.onReset(resolve));
  fresh.sharing.end(session.id);
  expect(await ended).toBe("signed-out");
});
