import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTimeSlices } from "./time-slices.ts";

const SLICE_MS = 5;

/** Keeps the process busy. */
function work(ms: number): void {
  const endsAtMs = performance.now() + ms;
  while (performance.now() < endsAtMs);
}

test("the event loop turns between pieces that take a slice together, and they run in their order", async () => {
  const inSlices = createTimeSlices(SLICE_MS);
  const done: (number | "turn")[] = [];
  const pieces = Promise.all(
    [1, 2, 3].map((piece) =>
      inSlices(() => {
        work(SLICE_MS);
        done.push(piece);
        return piece * 10;
      }),
    ),
  );
  void nextTurn().then(async () => {
    done.push("turn");
    await nextTurn();
    done.push("turn");
  });
  expect(await pieces).toEqual([10, 20, 30]);
  expect(done).toEqual([1, 2, "turn", 3]);
});

test("pieces that take less than a slice together run in the same turn", async () => {
  const inSlices = createTimeSlices(60_000);
  let runs = 0;
  const pieces = Array.from({ length: 100 }, () => inSlices(() => runs++));
  expect(runs).toBe(100);
  await Promise.all(pieces);
});

test("a piece that fails is the only one", async () => {
  const inSlices = createTimeSlices(SLICE_MS);
  const results = await Promise.allSettled([
    inSlices(() => work(SLICE_MS)),
    inSlices(() => {
      throw new Error("now");
    }),
    inSlices(() => Promise.reject(new Error("later"))),
    inSlices(() => "fine"),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
});
