import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { gzipParts } from "./gzip-parts.ts";

test.each([
  ["nothing", []],
  ["an empty part", [Buffer.alloc(0)]],
  ["a few bytes", [Buffer.from("heliograph")]],
  [
    "parts of unequal size",
    [Buffer.from("h"), randomBytes(300_000), Buffer.alloc(0), Buffer.alloc(400_001, 7)],
  ],
])("compresses %s to one stream that a reader of gzip and a browser decompress", async (_, parts) => {
  const content = Buffer.concat(parts);
  const file = await gzipParts(parts);
  expect(gunzipSync(file).equals(content)).toBe(true);
  const stream = new Blob([Buffer.from(file)]).stream().pipeThrough(new DecompressionStream("gzip"));
  expect(Buffer.from(await new Response(stream).arrayBuffer()).equals(content)).toBe(true);
});

test("refuses with the error of making a part", async () => {
  function* makeParts() {
    yield Buffer.from("first");
    throw new Error("no second part");
  }
  await expect(gzipParts(makeParts())).rejects.toThrow("no second part");
});
