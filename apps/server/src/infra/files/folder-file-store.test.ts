import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFolderFileStore } from "./folder-file-store.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "heliograph-files-"));
});
afterAll(async () => await rm(folder, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const listFiles = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

test("returns a stored file, and nothing once it is deleted", async () => {
  const store = createFolderFileStore(join(folder, "a"));
  const name = randomUUID();
  await store.put(name, bytes("sun"));
  expect(Buffer.from((await store.find(name)) ?? []).toString()).toBe("sun");
  await store.delete(name);
  expect(await store.find(name)).toBeUndefined();
  await store.delete(name);
});

test("makes files readable by the server's user only, and leaves no partial file", async () => {
  const own = join(folder, "b");
  const store = createFolderFileStore(own);
  const name = randomUUID();
  await Promise.all([store.put(name, bytes("one")), store.put(name, bytes("one"))]);
  const files = await listFiles(own);
  expect(files.map((file) => file.name)).toEqual([name]);
  const { mode } = await stat(join(own, name.slice(0, 2), name));
  expect(mode & 0o077).toBe(0);
});

test("leaves nothing when a file cannot be stored", async () => {
  const own = join(folder, "c");
  const store = createFolderFileStore(own);
  await store.put(randomUUID(), bytes("x"));
  const name = "ffffffff-0000-4000-8000-000000000000";
  await rm(join(own, "ff"), { recursive: true, force: true });
  await writeFile(join(own, "ff"), "a file where a folder should be");
  const before = (await listFiles(own)).length;
  await expect(store.put(name, bytes("y"))).rejects.toThrow();
  expect((await listFiles(own)).length).toBe(before);
});

test("refuses a path as a name, so that nothing outside its folder is accessible", async () => {
  const store = createFolderFileStore(join(folder, "d"));
  await writeFile(join(folder, "secret"), "no");
  for (const name of ["../secret", "..", "", "/etc/passwd", `${randomUUID()}/../../secret`]) {
    await expect(store.find(name)).rejects.toThrow(/UUID/);
    await expect(store.put(name, bytes("x"))).rejects.toThrow(/UUID/);
    await expect(store.delete(name)).rejects.toThrow(/UUID/);
  }
});
