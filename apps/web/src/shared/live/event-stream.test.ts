import { expect, it, onTestFinished, vi } from "vitest";
import { openEventStream, probeTopic } from "./event-stream.ts";

const quiet = {
  topics: ["plants"] as const,
  getAccessToken: async () => "Bearer a1",
  readCallerHeaders: () => ({ "accept-language": "th", "Time-Zone": "Asia/Bangkok" }),
  onMessage: () => undefined,
  onMissed: () => undefined,
  onConnected: () => undefined,
  onAlive: () => undefined,
  onRefused: () => undefined,
};

it("sends language, time zone and token with the event stream [R7.1]", async () => {
  const sent: Record<string, string>[] = [];
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    sent.push(Object.fromEntries(new Headers(init?.headers)));
    return new Response(null, { status: 404 });
  };
  await new Promise((onRefused) => {
    openEventStream({ ...quiet, fetch, position: { lastEventId: "" }, onRefused });
  });
  await probeTopic({ ...quiet, fetch }, "plants");
  expect(sent).toEqual([
    expect.objectContaining({
      "accept-language": "th",
      "time-zone": "Asia/Bangkok",
      authorization: "Bearer a1",
    }),
    expect.objectContaining({
      "accept-language": "th",
      "time-zone": "Asia/Bangkok",
      authorization: "Bearer a1",
    }),
  ]);
});

it("reconnects with the last id it saw, and waits longer when there is no response", async () => {
  const asked: (string | null)[] = [];
  const waits: number[] = [];
  const got: unknown[] = [];
  const position = { lastEventId: "" };
  await new Promise<void>((resolve) => {
    const close = openEventStream({
      ...quiet,
      position,
      fetch: async (_url, init) => {
        asked.push(new Headers(init?.headers).get("last-event-id"));
        if (asked.length === 1) return new Response('id: 12\nevent: message\ndata: {"type":"alarms"}\n\n');
        return new Response(null, { status: 503 });
      },
      onMessage: (message) => got.push(message),
      // Each wait is longer by a random part of it, here a tenth.
      random: () => 0.1,
      wait: async (ms) => {
        waits.push(ms);
        if (waits.length < 4) return;
        close();
        resolve();
      },
    });
  });
  expect(got).toEqual([{ type: "alarms" }]);
  expect(asked).toEqual([null, "12", "12", "12"]);
  expect(waits).toEqual([550, 1100, 2200, 4400]);
  expect(position).toEqual({ lastEventId: "12" });
});

it.each([
  [4, [true]],
  [6, [false, true]],
])("a stream that opens after %i s is interrupted after 5 s", async (seconds, expected) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const opening = Promise.withResolvers<Response>();
  const states: boolean[] = [];
  const close = openEventStream({
    ...quiet,
    position: { lastEventId: "" },
    fetch: () => opening.promise,
    onConnected: (isConnected) => states.push(isConnected),
  });
  onTestFinished(close);
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  opening.resolve(new Response(new ReadableStream()));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(states).toEqual(expected);
});

it("a stream whose token takes long to renew is interrupted", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const states: boolean[] = [];
  const close = openEventStream({
    ...quiet,
    position: { lastEventId: "" },
    getAccessToken: () => new Promise(() => undefined),
    fetch: async () => new Response(null, { status: 503 }),
    onConnected: (isConnected) => states.push(isConnected),
  });
  onTestFinished(close);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(states).toEqual([false]);
});

/** Reads one response, then stops. */
function readOnce(body: string, lastEventId: string) {
  const position = { lastEventId };
  const said: unknown[] = [];
  return new Promise<{ position: typeof position; said: unknown[] }>((resolve) => {
    const close = openEventStream({
      ...quiet,
      position,
      fetch: async () => new Response(body),
      onMessage: (message) => said.push(message),
      onMissed: (topics) => said.push(topics),
      wait: async () => {
        close();
        resolve({ position, said });
      },
    });
  });
}

it("takes the greeting's id for its place only when it had none: what it missed is still to come", async () => {
  const greeting = 'id: r-9\nevent: ready\ndata: {"retryMs":2000}\n\n';
  expect(await readOnce(greeting, "")).toEqual({ position: { lastEventId: "r-9" }, said: [] });
  expect(await readOnce(greeting, "r-4")).toEqual({ position: { lastEventId: "r-4" }, said: [] });
});

it("says of which topics something is missing, and goes on from now", async () => {
  const reset = 'id: r-9\nevent: reset\ndata: {"topics":["plants"]}\n\n';
  expect(await readOnce(reset, "q-4")).toEqual({ position: { lastEventId: "r-9" }, said: [["plants"]] });
});

it("treats a refusal as final: does not reconnect and reports no lost connection", async () => {
  for (const status of [400, 401, 403, 404]) {
    const asked: unknown[] = [];
    const connected: boolean[] = [];
    const refused = await new Promise<number>((resolve) => {
      openEventStream({
        ...quiet,
        position: { lastEventId: "" },
        fetch: async (url) => {
          asked.push(url);
          return new Response(null, { status });
        },
        onConnected: (value) => connected.push(value),
        onRefused: resolve,
        wait: () => Promise.reject(new Error("nothing to wait for")),
      });
    });
    expect([refused, asked.length, connected]).toEqual([status, 1, []]);
  }
});
