import { expect, it } from "vitest";
import type { TaskFile } from "./create-tasks.ts";
import { createTasks } from "./create-tasks.ts";

function setUp() {
  const busy: boolean[] = [];
  const store = createTasks((isBusy) => busy.push(isBusy));
  const ending = Promise.withResolvers<TaskFile | undefined>();
  let reportProgress: (progress: number) => void = () => undefined;
  let signal: AbortSignal | undefined;
  const id = store.start({
    title: "plants.csv",
    run: (given, report) => {
      signal = given;
      reportProgress = report;
      return ending.promise;
    },
  });
  const settled = (): Promise<void> => ending.promise.then(() => undefined).catch(() => undefined);
  return {
    busy,
    store,
    ending,
    id,
    report: (share: number) => reportProgress(share),
    signal: () => signal,
    settled,
  };
}

const file = { name: "plants.csv", blob: new Blob(["x"]) };

it("runs, reports its progress, and keeps the file it made", async () => {
  const { store, ending, report, settled, busy } = setUp();
  expect(store.read()).toMatchObject([{ state: "running", progress: undefined }]);
  report(0.4);
  report(7);
  expect(store.read()).toMatchObject([{ progress: 1 }]);
  ending.resolve(file);
  await settled();
  await Promise.resolve();
  expect(store.read()).toMatchObject([{ state: "done", progress: 1, file: { name: "plants.csv" } }]);
  expect(busy).toEqual([true, false]);
});

it("says why it failed", async () => {
  const { store, ending, settled } = setUp();
  ending.reject(new Error("The server cannot be reached."));
  await settled();
  await Promise.resolve();
  expect(store.read()).toMatchObject([{ state: "failed", error: "The server cannot be reached." }]);
});

it("stops on cancel, and what comes afterwards changes nothing", async () => {
  const { store, ending, id, signal, report, settled, busy } = setUp();
  store.cancel(id);
  expect(signal()?.aborted).toBe(true);
  expect(busy).toEqual([true, false]);
  report(0.9);
  ending.resolve(file);
  await settled();
  await Promise.resolve();
  expect(store.read()).toMatchObject([{ state: "cancelled", progress: undefined }]);
  expect(store.read()[0]).not.toHaveProperty("file");
});

it("takes out only what has ended", () => {
  const { store, id } = setUp();
  store.dismiss(id);
  expect(store.read()).toHaveLength(1);
  store.cancel(id);
  store.dismiss(id);
  expect(store.read()).toEqual([]);
});

it("ends and forgets everything when the session ends", () => {
  const { store, signal, busy } = setUp();
  store.clear();
  expect(signal()?.aborted).toBe(true);
  expect(store.read()).toEqual([]);
  expect(busy.at(-1)).toBe(false);
});
