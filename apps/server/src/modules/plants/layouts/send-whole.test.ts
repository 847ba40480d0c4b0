import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { sendWhole } from "./send-whole.ts";

const parts = ["first", "second", "third"].map((text) => Buffer.from(text));

async function* makeParts(until = parts.length) {
  for (const part of parts.slice(0, until)) {
    await nextTurn();
    yield part;
  }
  if (until < parts.length) throw new Error("no more parts");
}

async function read(stream: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(stream)).toString();
}

test("sends all parts, and ends when the whole was kept", async () => {
  const kept: string[] = [];
  const stream = sendWhole(makeParts(), async (whole) => {
    await nextTurn();
    kept.push(Buffer.from(whole).toString());
  });
  expect(await read(stream)).toBe("firstsecondthird");
  expect(kept).toEqual(["firstsecondthird"]);
});

test("sends a part while the next one is awaited", async () => {
  const next = Promise.withResolvers<Buffer>();
  async function* waitForSecond() {
    yield parts[0]!;
    yield await next.promise;
  }
  const stream = sendWhole(waitForSecond(), () => Promise.resolve());
  const reader = stream.iterator({ destroyOnReturn: false });
  expect(String((await reader.next()).value)).toBe("first");
  next.resolve(parts[1]!);
  expect(String((await reader.next()).value)).toBe("second");
});

test("breaks off with the error of making a part, and keeps nothing", async () => {
  let isKept = false;
  const stream = sendWhole(makeParts(2), async () => {
    isKept = true;
  });
  await expect(read(stream)).rejects.toThrow("no more parts");
  expect(isKept).toBe(false);
});

test.each(["reads nothing", "leaves"])("keeps the whole for the next one when the reader %s", async (how) => {
  const kept = Promise.withResolvers<Uint8Array>();
  const stream = sendWhole(makeParts(), async (whole) => kept.resolve(whole));
  if (how === "leaves") stream.destroy();
  expect(Buffer.from(await kept.promise).toString()).toBe("firstsecondthird");
});
