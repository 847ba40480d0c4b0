import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { runInLanes } from "./lanes.ts";

const items = [1, 2, 3, 4, 5];

test("runs each item once, and opens no more lanes than there are items", async () => {
  let lanes = 0;
  const results = await runInLanes<number, number>({ count: 9, items }, async (next, add) => {
    lanes += 1;
    for (let item = next(); item !== undefined; item = next()) {
      await wait(0);
      add(item * 10);
    }
  });
  expect(results.toSorted()).toEqual([10, 20, 30, 40, 50]);
  expect(lanes).toBe(5);
});

test("a lane that fails ends the others after the item that they have begun", async () => {
  const finished: number[] = [];
  const fails = Promise.withResolvers<void>();
  const running = runInLanes<number, number>({ count: 2, items }, async (next) => {
    for (let item = next(); item !== undefined; item = next()) {
      if (item === 1) {
        fails.resolve();
        throw new Error("no server");
      }
      await fails.promise;
      await wait(0);
      finished.push(item);
    }
  });
  await expect(running).rejects.toThrow("no server");
  expect(finished).toEqual([2]);
});
