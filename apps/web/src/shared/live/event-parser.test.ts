import { expect, it } from "vitest";
import type { StreamEvent } from "./event-parser.ts";
import { createParser } from "./event-parser.ts";

it("gives whole events however the text is cut", () => {
  const text = 'id: 7\nevent: ready\ndata: {"a":1}\n\n: beat\n\nid: 8\n\ndata: {"b":2}\r\n\r\n';
  for (const size of [1, 3, 1000]) {
    const events: StreamEvent[] = [];
    const parse = createParser((event) => events.push(event));
    for (let at = 0; at < text.length; at += size) parse(text.slice(at, at + size));
    expect(events).toEqual([
      { id: "7", type: "ready", data: '{"a":1}' },
      { id: undefined, type: "message", data: '{"b":2}' },
    ]);
  }
});
