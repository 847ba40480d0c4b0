import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { backOffMs } from "./back-off.ts";
import { createFileStore } from "./gateway-state.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heliograph-gateway-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("keeps its state in a file that only its owner can read", () => {
  const path = join(folder, "deep", "gateway.json");
  const store = createFileStore(path);
  const state = { ...store.load(), secret: "s", nextSeq: 42 };
  store.save(state);
  expect(createFileStore(path).load()).toEqual(state);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("waits longer after each failure, never beyond a minute, and never the same for all", () => {
  const minDelays = Array.from({ length: 12 }, (_, attempt) => backOffMs(attempt, () => 0));
  const delays = Array.from({ length: 12 }, (_, attempt) => backOffMs(attempt, () => 1));
  expect(minDelays.slice(0, 3)).toEqual([500, 1_000, 2_000]);
  expect(delays.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
  expect(Math.max(...delays)).toBe(60_000);
});
