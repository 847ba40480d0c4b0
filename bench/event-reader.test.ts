import { describe, expect, it } from "vitest";
import type { StreamEvent } from "./event-reader.ts";
import { createEventReader } from "./event-reader.ts";

describe("events of a stream", () => {
  it("are read from chunks of any size, without comments", () => {
    const text =
      'id: a-1\nevent: ready\ndata: {}\n\n: alive\n\nid: a-2\nevent: message\ndata: {"n":1}\n\nevent: mess';
    for (const size of [1, 7, text.length]) {
      const events: StreamEvent[] = [];
      const read = createEventReader((event) => events.push(event));
      for (let at = 0; at < text.length; at += size) read(text.slice(at, at + size));
      expect(events).toEqual([
        { event: "ready", data: "{}" },
        { event: "message", data: '{"n":1}' },
      ]);
    }
  });
});
