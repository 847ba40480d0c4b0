import type { LiveMessage, LiveTopic } from "@heliograph/contract";
import { afterEach, expect, it, vi } from "vitest";
import { joinLiveTabs } from "./live-tabs.ts";
import { isAbout } from "./tab-messages.ts";

const plantA = "plant:6f1c0f0e-8f5b-4f0e-9a3b-0d9f2f6f0a01" as const;
const plantB = "plant:6f1c0f0e-8f5b-4f0e-9a3b-0d9f2f6f0a02" as const;
const alarms = (topic: LiveTopic): LiveMessage => ({
  type: "alarms",
  stationId: topic.slice("plant:".length),
});

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server whose streams stay open until their reader leaves; refuses the topics of `refusing`. */
function openServer() {
  const streams: {
    topics: string[];
    lastEventId: string | null;
    language: string | null;
    send(text: string): void;
    end(): void;
  }[] = [];
  const refusing = new Set<string>();
  const counts = { refusals: 0 };
  const open = () => streams.filter((stream) => alive.has(stream));
  const alive = new Set<unknown>();
  let number = 0;
  const fetch = (async (url: string, init?: RequestInit) => {
    const topics = (new URLSearchParams(url.split("?")[1]).get("topics") ?? "").split(",");
    if (topics.some((topic) => refusing.has(topic))) {
      counts.refusals += 1;
      return new Response(null, { status: 404 });
    }
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given;
      },
    });
    const stream = {
      topics,
      lastEventId: new Headers(init?.headers).get("last-event-id"),
      language: new Headers(init?.headers).get("accept-language"),
      send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
      end: () => controller?.close(),
    };
    streams.push(stream);
    alive.add(stream);
    init?.signal?.addEventListener("abort", () => {
      alive.delete(stream);
      controller?.error(init.signal?.reason);
    });
    return new Response(body);
  }) as typeof globalThis.fetch;
  return {
    fetch,
    refusing,
    counts,
    streams,
    open,
    push(message: LiveMessage) {
      number += 1;
      for (const stream of open())
        stream.send(`id: r-${number}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`);
    },
  };
}

/** The language chosen in every tab. */
const chosen = { language: "en" };

function openTab(server: ReturnType<typeof openServer>, sessionId: string, ...topics: LiveTopic[]) {
  const heard: unknown[] = [];
  const opened: unknown[] = [];
  const connected = { values: true, shutdowns: true };
  const tab = joinLiveTabs({
    sessionId,
    locks: navigator.locks,
    fetch: server.fetch,
    getAccessToken: async () => "Bearer a1",
    readCallerHeaders: () => ({ "accept-language": chosen.language }),
    onMessage: (message) => heard.push(message),
    onMissed: (missed) => heard.push(missed),
    onConnected(isConnected) {
      connected.values = isConnected;
    },
    onSafetyConnected(isConnected) {
      connected.shutdowns = isConnected;
    },
    onOpened: (begun) => opened.push(begun),
  });
  tab.want(topics);
  closers.push(tab.leave);
  return { tab, heard, opened, connected };
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 25_000, interval: 5 });
const topicsOf = (server: ReturnType<typeof openServer>) => server.open().map(({ topics }) => topics);

it("opens one stream for all tabs of a session, with what any of them wants", async () => {
  const server = openServer();
  const session = crypto.randomUUID();
  const one = openTab(server, session, "plants", plantA);
  const two = openTab(server, session, plantB);
  await until(() => expect(topicsOf(server)).toEqual([[plantA, plantB, "plants"]]));
  server.push(alarms(plantB));
  await until(() => expect([one.heard, two.heard]).toEqual([[alarms(plantB)], [alarms(plantB)]]));
  two.tab.want([]);
  await until(() => expect(topicsOf(server)).toEqual([[plantA, "plants"]]));
});

it("opens the stream again in the language just chosen, from the last event [R7.1]", async () => {
  const server = openServer();
  const { tab, heard } = openTab(server, crypto.randomUUID(), "plants");
  await until(() => expect(topicsOf(server)).toEqual([["plants"]]));
  server.push(alarms(plantA));
  await until(() => expect(heard).toHaveLength(1));
  chosen.language = "th";
  tab.restart();
  await until(() => expect(server.streams).toHaveLength(2));
  expect(server.streams.map(({ language }) => language)).toEqual(["en", "th"]);
  expect(server.streams[1]?.lastEventId).toBe("r-1");
  await until(() => expect(topicsOf(server)).toEqual([["plants"]]));
  server.push(alarms(plantB));
  await until(() => expect(heard).toHaveLength(2));
});

it("goes on in another tab from the last event when the one that held the stream closes", async () => {
  const server = openServer();
  const session = crypto.randomUUID();
  const holder = openTab(server, session, "plants");
  await until(() => expect(topicsOf(server)).toEqual([["plants"]]));
  const heir = openTab(server, session, plantA);
  await until(() => expect(topicsOf(server)).toEqual([[plantA, "plants"]]));
  server.push(alarms(plantA));
  await until(() => expect(heir.heard).toHaveLength(1));
  holder.tab.leave();
  await until(() => expect(topicsOf(server)).toEqual([[plantA]]));
  expect(server.open()[0]?.lastEventId).toBe("r-1");
  server.push(alarms(plantA));
  await until(() => expect(heir.heard).toHaveLength(2));
  expect(holder.heard).toHaveLength(1);
});

it("takes the stream over from a tab that has gone silent", async () => {
  const server = openServer();
  const session = crypto.randomUUID();
  // A tab whose scripts are frozen: it holds the lock and sends nothing.
  const frozen = new AbortController();
  closers.push(() => frozen.abort());
  void navigator.locks
    .request(
      `heliograph.live.${session}`,
      () => new Promise((resolve) => frozen.signal.addEventListener("abort", resolve)),
    )
    .catch(() => undefined);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    openTab(server, session, "plants");
    await until(() => expect(vi.getTimerCount()).toBe(1));
    expect(server.streams).toEqual([]);
    vi.advanceTimersByTime(60_000);
  } finally {
    vi.useRealTimers();
  }
  await until(() => expect(topicsOf(server)).toEqual([["plants"]]));
});

it("shares nothing with a tab of another session", async () => {
  const server = openServer();
  const one = openTab(server, crypto.randomUUID(), "plants");
  const other = openTab(server, crypto.randomUUID(), plantA);
  await until(() => expect(topicsOf(server)).toHaveLength(2));
  server
    .open()
    .find(({ topics }) => topics[0] === "plants")
    ?.send('id: 1\nevent: message\ndata: {"type":"alarms"}\n\n');
  await until(() => expect(one.heard).toEqual([{ type: "alarms" }]));
  expect(other.heard).toEqual([]);
});

it("leaves out a refused plant, and retries it when it is subscribed anew", async () => {
  const server = openServer();
  const session = crypto.randomUUID();
  const one = openTab(server, session, "plants", plantA);
  await until(() => expect(topicsOf(server)).toEqual([[plantA, "plants"]]));
  server.refusing.add(plantB);
  const two = openTab(server, session, plantB);
  await until(() => expect(topicsOf(server)).toEqual([[plantA, "plants"]]));
  two.tab.want([]);
  server.refusing.clear();
  two.tab.want([plantB]);
  await until(() => expect(topicsOf(server)).toEqual([[plantA, plantB, "plants"]]));
  // A revoked permission: the server ends the stream and refuses it to every tab.
  server.refusing.add(plantA);
  server.open()[0]?.end();
  await until(() => expect(topicsOf(server)).toEqual([[plantB, "plants"]]));
  expect(one.heard).toEqual([]);
});

it("tells every tab when a topic begins to flow, and of none that flowed before", async () => {
  const server = openServer();
  const session = crypto.randomUUID();
  const one = openTab(server, session, "plants");
  await until(() => expect(one.opened).toEqual([["plants"]]));
  const two = openTab(server, session, "plants", plantA);
  await until(() => expect([one.opened, two.opened]).toEqual([[["plants"], [plantA]], [[plantA]]]));
  // Reconnected after a break: missed events follow from the last position.
  server.open()[0]?.end();
  await until(() => expect(server.streams).toHaveLength(3));
  two.tab.want([]);
  await until(() => expect(topicsOf(server)).toEqual([["plants"]]));
  two.tab.want([plantA]);
  await until(() => expect(two.opened).toEqual([[plantA], [plantA]]));
  expect(one.opened).toEqual([["plants"], [plantA], [plantA]]);
});

it("says that something was missed only of what was flowing before", async () => {
  const server = openServer();
  const session = crypto.randomUUID();
  const { tab, heard } = openTab(server, session, "plants");
  await until(() => expect(topicsOf(server)).toEqual([["plants"]]));
  const reset = `id: r-5\nevent: reset\ndata: ${JSON.stringify({ topics: [plantA] })}\n\n`;
  tab.want(["plants", plantA]);
  await until(() => expect(topicsOf(server)).toEqual([[plantA, "plants"]]));
  server.open()[0]?.send(reset);
  server.push(alarms(plantA));
  await until(() => expect(heard).toEqual([alarms(plantA)]));
  server.open()[0]?.end();
  await until(() => expect(server.streams).toHaveLength(3));
  server.streams[2]?.send(reset);
  await until(() => expect(heard).toEqual([alarms(plantA), [plantA]]));
});

it("opens a stream of their own for shutdowns, and keeps the other one while it changes", async () => {
  const server = openServer();
  const session = crypto.randomUUID();
  const safety = `safety:${plantA.slice("plant:".length)}` as const;
  const { tab, opened } = openTab(server, session, "plants", plantA, safety);
  await until(() => expect(topicsOf(server)).toEqual([[plantA, "plants"], [safety]]));
  await until(() => expect(opened).toEqual([[plantA, "plants"], [safety]]));
  tab.want(["plants", plantA]);
  await until(() => expect(topicsOf(server)).toEqual([[plantA, "plants"]]));
  expect(server.streams).toHaveLength(2);
  // Another tab goes on: it has no position of the shutdowns, so that their pages read them again.
  const heir = openTab(server, session, safety);
  await until(() => expect(topicsOf(server)).toEqual([[plantA, "plants"], [safety]]));
  tab.leave();
  await until(() => expect(heir.opened).toEqual([[safety], [safety]]));
});

it("says in every tab that changes of shutdowns are not pushed while only their stream is down or refused", async () => {
  const server = openServer();
  const session = crypto.randomUUID();
  const safety = `safety:${plantA.slice("plant:".length)}` as const;
  const tabs = [openTab(server, session, plantA, safety), openTab(server, session, "plants")];
  const states = () => tabs.map(({ connected }) => connected);
  const both = (shutdowns: boolean) => Array(2).fill({ values: true, shutdowns });
  await until(() => expect(topicsOf(server)).toEqual([[safety], [plantA, "plants"]]));
  server.refusing.add(safety);
  const endSafety = () =>
    server
      .open()
      .find(({ topics }) => topics.includes(safety))
      ?.end();
  endSafety();
  await until(() => expect(states()).toEqual(both(false)));
  // Refused, it is not retried; another page of it asks again.
  await until(() => expect(server.counts.refusals).toBeGreaterThan(0));
  expect(states()).toEqual(both(false));
  server.refusing.clear();
  tabs[0]?.tab.want([plantA]);
  await until(() => expect(states()).toEqual(both(true)));
  tabs[0]?.tab.want([plantA, safety]);
  await until(() => expect(server.open().filter(({ topics }) => topics.includes(safety))).toHaveLength(1));
  expect(states()).toEqual(both(true));
});

it("says that changes of shutdowns are pushed again when only a tab that has left was refused its topic", async () => {
  const server = openServer();
  const session = crypto.randomUUID();
  const safetyA = `safety:${plantA.slice("plant:".length)}` as const;
  const safetyB = `safety:${plantB.slice("plant:".length)}` as const;
  const { connected } = openTab(server, session, safetyB);
  await until(() => expect(topicsOf(server)).toEqual([[safetyB]]));
  server.refusing.add(safetyA);
  const refused = openTab(server, session, safetyA);
  await until(() => expect(connected.shutdowns).toBe(false));
  await until(() => expect(topicsOf(server)).toEqual([[safetyB]]));
  refused.tab.leave();
  await until(() => expect(connected.shutdowns).toBe(true));
});

it("takes more topics than one stream may have", async () => {
  const server = openServer();
  const plants = Array.from({ length: 25 }, () => `plant:${crypto.randomUUID()}` as const);
  openTab(server, crypto.randomUUID(), "plants", ...plants);
  await until(() => expect(topicsOf(server).map(({ length }) => length)).toEqual([20, 6]));
});

it("knows which topic a message belongs to", () => {
  const topics = ["plants", "alarms", plantA, plantB] as const;
  const topicsOf = (message: LiveMessage) => topics.filter((topic) => isAbout(topic, message));
  expect(topicsOf(alarms(plantA))).toEqual(["alarms", plantA]);
  expect(topicsOf({ type: "units", stationId: plantA.slice(6), units: [] })).toEqual([plantA]);
  expect(topicsOf({ type: "plants" })).toEqual(["plants"]);
  const stationId = plantA.slice("plant:".length);
  const ofSafety = (message: LiveMessage) => isAbout(`safety:${stationId}`, message);
  expect(ofSafety({ type: "safety", stationId })).toBe(true);
  expect(ofSafety({ type: "safety", stationId: crypto.randomUUID() })).toBe(false);
  expect(ofSafety(alarms(plantA))).toBe(false);
});
