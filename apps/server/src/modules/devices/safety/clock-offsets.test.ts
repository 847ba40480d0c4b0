import { expect, test } from "vitest";
import type { StoredOffset } from "./clock-offsets.ts";
import { createClockOffsets } from "./clock-offsets.ts";

const NOW = 1_000_000_000;
const HOUR = 3_600_000;
const session = { gatewayId: "g", epoch: 1 };

/** Reports whose clocks differ by these, each followed by a write; returns what was written. */
async function play(...differences: number[]) {
  const offsets = createClockOffsets();
  const written: (number | null)[] = [];
  for (const difference of differences) {
    offsets.note(session, NOW - difference, NOW);
    await offsets.storeChanged(async (changed) => void written.push(...changed.map((each) => each.offsetMs)));
  }
  return { written, correct: () => offsets.correct("g", NOW) - NOW };
}

test("a clock that is set back is unknown at the next report, and measured when three agree", async () => {
  expect((await play(40, 50, HOUR)).written).toEqual([40, null]);
  expect((await play(40, 50, HOUR, HOUR)).written).toEqual([40, null]);
  const { written, correct } = await play(40, 50, HOUR, HOUR + 300, HOUR + 100);
  expect(written).toEqual([40, null, HOUR]);
  expect(correct()).toBe(HOUR);
});

test("a clock that is set forward is measured at the next report, and a correct one when no earlier report counts", async () => {
  expect((await play(40, -HOUR)).written).toEqual([40, -HOUR]);
  expect((await play(-HOUR, 40, 40, 40)).written).toEqual([-HOUR, null, 40]);
});

test("a late report makes the clock unknown until the next one, and is never taken to be newer than it is", async () => {
  const late = await play(40, 20_000);
  expect(late.written).toEqual([40, null]);
  expect(late.correct()).toBe(0);
  expect((await play(40, 20_000, 60)).written).toEqual([40, null, 40]);
  // Held back together, they arrive together.
  expect((await play(15_000, 10_000, 5_000)).correct()).toBe(0);
});

test("each session measures anew, and what could not be stored is stored later", async () => {
  const offsets = createClockOffsets();
  const stored: StoredOffset[] = [];
  const store = async (changed: readonly StoredOffset[]) => void stored.push(...changed);
  offsets.note(session, NOW - 40, NOW);
  await expect(offsets.storeChanged(() => Promise.reject(new Error("full")))).rejects.toThrow("full");
  await offsets.storeChanged(store);
  offsets.note({ ...session, epoch: 2 }, NOW - HOUR, NOW);
  await offsets.storeChanged(store);
  await offsets.storeChanged(store);
  expect(stored).toEqual([
    { gatewayId: "g", epoch: 1, offsetMs: 40 },
    { gatewayId: "g", epoch: 2, offsetMs: HOUR },
  ]);
});
