import { expect, it } from "vitest";
import { createParser, openEventStream } from "./event-stream.ts";

it("gives whole events however the text is cut", () => {
  const text = 'id: 7\nevent: message\ndata: {"a":1}\n\n: beat\n\ndata: {"b":2}\r\n\r\n';
  for (const size of [1, 3, 1000]) {
    const events: unknown[] = [];
    const parse = createParser((id, data) => events.push([id, data]));
    for (let at = 0; at < text.length; at += size) parse(text.slice(at, at + size));
    expect(events).toEqual([
      ["7", '{"a":1}'],
      [undefined, '{"b":2}'],
    ]);
  }
});

it("comes back after a break with the last id it saw, and waits longer when nobody answers", async () => {
  const asked: (string | null)[] = [];
  const waits: number[] = [];
  const got: unknown[] = [];
  await new Promise<void>((resolve) => {
    const close = openEventStream({
      url: "http://console.test/api/events?topics=plants",
      getAccessToken: async () => "Bearer a1",
      fetch: async (_url, init) => {
        asked.push(new Headers(init?.headers).get("last-event-id"));
        if (asked.length === 1) return new Response('id: 12\ndata: {"type":"alarms"}\n\n');
        return new Response(null, { status: 503 });
      },
      onMessage: (message) => got.push(message),
      onConnected: () => undefined,
      onRefused: () => undefined,
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
  expect(waits).toEqual([500, 1000, 2000, 4000]);
});

it("takes a refusal for an answer: it asks no more and calls nothing broken", async () => {
  for (const status of [400, 401, 403, 404]) {
    const asked: unknown[] = [];
    const connected: boolean[] = [];
    const refused = await new Promise<number>((resolve) => {
      openEventStream({
        url: "http://console.test/api/events?topics=plants",
        getAccessToken: async () => "Bearer a1",
        fetch: async (url) => {
          asked.push(url);
          return new Response(null, { status });
        },
        onMessage: () => undefined,
        onConnected: (value) => connected.push(value),
        onRefused: resolve,
        wait: () => Promise.reject(new Error("nothing to wait for")),
      });
    });
    expect([refused, asked.length, connected]).toEqual([status, 1, []]);
  }
});
