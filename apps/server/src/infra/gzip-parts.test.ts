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
  const file = Buffer.concat(await Array.fromAsync(gzipParts(parts)));
  expect(gunzipSync(file).equals(content)).toBe(true);
  const stream = new Blob([Buffer.from(file)]).stream().pipeThrough(new DecompressionStream("gzip"));
  expect(Buffer.from(await new Response(stream).arrayBuffer()).equals(content)).toBe(true);
});

test("refuses with the error of making a part", async () => {
  function* makeParts() {
    yield Buffer.from("first");
    throw new Error("no second part");
  }
  await expect(Array.fromAsync(gzipParts(makeParts()))).rejects.toThrow("no second part");
});

test("passes a part on before the one after the next is made", async () => {
  const made: number[] = [];
  function* makeParts() {
    for (const part of [1, 2, 3]) {
      made.push(part);
      yield randomBytes(100_000);
    }
  }
  let passed = 0;
  for await (const bytes of gzipParts(makeParts())) {
    passed += bytes.length;
    if (passed > 100_000) break;
  }
  expect(made).toEqual([1, 2]);
});
