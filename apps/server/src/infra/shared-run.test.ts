import { expect, test } from "vitest";
import { createBatchedRead, createSharedRun } from "./shared-run.ts";

/** Work whose runs end when the test says so. */
function createWork() {
  const runs: PromiseWithResolvers<number>[] = [];
  const began: (() => void)[] = [];
  return {
    work: () => {
      const run = Promise.withResolvers<number>();
      runs.push(run);
      began.shift()?.();
      return run.promise;
    },
    runs,
    nextBegins: () => new Promise<void>((resolve) => began.push(resolve)),
  };
}

test("calls of one turn share a run, and calls during it share the next", async () => {
  const { work, runs, nextBegins } = createWork();
  const call = createSharedRun(work);
  let begins = nextBegins();
  const first = [call(), call()];
  await begins;
  begins = nextBegins();
  const second = [call(), call()];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve(1);
  expect(await Promise.all(first)).toEqual([1, 1]);
  await begins;
  runs[1]?.resolve(2);
  expect(await Promise.all(second)).toEqual([2, 2]);
  expect(runs).toHaveLength(2);
});

test("a failed run rejects its own callers only", async () => {
  const { work, runs, nextBegins } = createWork();
  const call = createSharedRun(work);
  let begins = nextBegins();
  const first = call();
  await begins;
  begins = nextBegins();
  const second = call();
  runs[0]?.reject(new Error("unavailable"));
  await expect(first).rejects.toThrow("unavailable");
  await begins;
  runs[1]?.resolve(2);
  expect(await second).toBe(2);
});

test("a batched read asks for each key once, and gives every caller its row", async () => {
  const batches: (readonly string[])[] = [];
  const read = createBatchedRead(async (keys) => {
    batches.push(keys);
    return new Map(keys.filter((key) => key !== "unknown").map((key) => [key, `row of ${key}`]));
  });
  expect(await Promise.all(["a", "b", "a", "unknown"].map(read))).toEqual([
    "row of a",
    "row of b",
    "row of a",
    undefined,
  ]);
  expect(batches).toEqual([["a", "b", "unknown"]]);
});
