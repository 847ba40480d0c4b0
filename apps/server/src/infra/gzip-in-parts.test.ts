import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { gzipInParts } from "./gzip-in-parts.ts";

test.each([
  ["nothing", Buffer.alloc(0)],
  ["a few bytes", Buffer.from("heliograph")],
  ["a little more than one part", randomBytes(1_000_001)],
  ["a little less than two", Buffer.alloc(1_999_999, "ab")],
  ["parts of unequal size", Buffer.concat([randomBytes(3_000_000), Buffer.alloc(4_000_001, 7)])],
])("compresses %s to one stream that a reader of gzip and a browser decompress", async (_, content) => {
  for (const threads of [1, 2, 3, 8]) {
    const file = await gzipInParts(content, { level: 3, threads });
    expect(gunzipSync(file).equals(content)).toBe(true);
    const stream = new Blob([Buffer.from(file)]).stream().pipeThrough(new DecompressionStream("gzip"));
    expect(Buffer.from(await new Response(stream).arrayBuffer()).equals(content)).toBe(true);
  }
});
