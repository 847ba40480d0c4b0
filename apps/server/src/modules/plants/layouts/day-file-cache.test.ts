import { expect, it } from "vitest";
import { createDayFileCache } from "./day-file-cache.ts";

const bytes = (length: number): Uint8Array => new Uint8Array(length);

it("finds a file of the revision it was added with only", () => {
  const cache = createDayFileCache(100);
  const file = bytes(40);
  cache.add("1/2026-06-18", "r1", file);
  expect(cache.find("1/2026-06-18", "r1")).toBe(file);
  expect(cache.find("1/2026-06-18", "r2")).toBeUndefined();
});

it("drops the least recently used files beyond its size, and keeps none that is larger", () => {
  const cache = createDayFileCache(100);
  for (const key of ["a", "b"]) cache.add(key, "r", bytes(45));
  cache.find("a", "r");
  cache.add("c", "r", bytes(45));
  const kept = () => ["a", "b", "c"].filter((key) => cache.find(key, "r") !== undefined);
  expect(kept()).toEqual(["a", "c"]);
  cache.add("a", "r2", bytes(101));
  expect(kept()).toEqual(["c"]);
});
