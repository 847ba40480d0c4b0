import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { JournaledPress } from "./press-journal.ts";
import { openPressJournal } from "./press-journal.ts";

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-journal-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const press = (pressId: string, acceptedAtMs: number): JournaledPress => ({
  pressId,
  plantId: "plant",
  accountId: "account",
  address: "192.0.2.1",
  reason: "Fire",
  idempotencyKey: "key",
  acceptedAtMs,
  rightsAtMs: acceptedAtMs,
  serials: ["GW-1"],
  joinedId: null,
});

test("keeps presses over a restart in the order of their acceptance until they are removed", async () => {
  const folder = await openFolder();
  const before = await openPressJournal(folder);
  await before.add(press("late", 2_000));
  await before.add(press("early", 1_000));
  await before.add(press("imported", 500));
  await before.remove("imported");
  await before.close();
  const after = await openPressJournal(folder);
  expect(after.list()).toEqual([press("early", 1_000), press("late", 2_000)]);
  await after.close();
});

test("never grows, and refuses a press when every place is taken", async () => {
  const folder = await openFolder();
  const journal = await openPressJournal(folder);
  const { size } = await stat(join(folder, "presses.journal"));
  const serials = Array.from({ length: 2_000 }, (_, index) => `GATEWAY-${index}`);
  for (let index = 0; index < 128; index++)
    expect(await journal.add({ ...press(String(index), index), serials })).toBe(true);
  expect(await journal.add(press("one more", 1))).toBe(false);
  expect((await stat(join(folder, "presses.journal"))).size).toBe(size);
  await journal.remove("5");
  expect(await journal.add(press("one more", 1))).toBe(true);
  await journal.close();
});

test("ignores a press that was not written completely", async () => {
  const folder = await openFolder();
  const journal = await openPressJournal(folder);
  await journal.add(press("torn", 1_000));
  await journal.add(press("whole", 2_000));
  await journal.close();
  const file = await open(join(folder, "presses.journal"), "r+");
  await file.write(Buffer.alloc(20), 0, 20, 40);
  await file.close();
  const after = await openPressJournal(folder);
  expect(after.list().map(({ pressId }) => pressId)).toEqual(["whole"]);
  await after.close();
});
