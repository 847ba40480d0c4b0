import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createDayFileStore } from "./day-file-store.ts";

let folder = "";
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "day-files-")), "cache");
});
afterEach(async () => await rm(join(folder, ".."), { recursive: true, force: true }));

const key = (day: string, revision = "1") => ({ plantKey: 7, day, revision });
const file = (size: number) => new Uint8Array(size).fill(size);

it("finds what it stored after a restart, and nothing of another day, plant or revision", async () => {
  await createDayFileStore(folder, 1000).add(key("2026-06-18"), file(10));
  const store = createDayFileStore(folder, 1000);
  expect(new Uint8Array((await store.find(key("2026-06-18")))!)).toEqual(file(10));
  expect(await store.find(key("2026-06-19"))).toBeUndefined();
  expect(await store.find({ ...key("2026-06-18"), plantKey: 8 })).toBeUndefined();
  expect(await store.find(key("2026-06-18", "2"))).toBeUndefined();
});

it("keeps one revision of a day", async () => {
  const store = createDayFileStore(folder, 1000);
  await store.add(key("2026-06-18", "1"), file(10));
  await store.add(key("2026-06-19", "1"), file(10));
  await store.add(key("2026-06-18", "2"), file(20));
  expect(await readdir(folder)).toHaveLength(2);
  expect(await store.find(key("2026-06-18", "1"))).toBeUndefined();
  expect(await store.find(key("2026-06-18", "2"))).toHaveLength(20);
});

it("deletes what was used longest ago when there is more than allowed", async () => {
  const store = createDayFileStore(folder, 35);
  for (const [index, day] of ["2026-06-18", "2026-06-19", "2026-06-20"].entries()) {
    await store.add(key(day), file(10));
    const name = (await readdir(folder)).find((each) => each.includes(day))!;
    await utimes(join(folder, name), 100 + index, 100 + index);
  }
  await store.find(key("2026-06-18"));
  await store.add(key("2026-06-21"), file(15));
  expect((await readdir(folder)).map((name) => name.slice(2, 12)).sort()).toEqual([
    "2026-06-18",
    "2026-06-20",
    "2026-06-21",
  ]);
});
