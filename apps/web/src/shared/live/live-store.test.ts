import { expect, it } from "vitest";
import { createLiveStore } from "./live-store.ts";

it("tells its readers once a frame, with the latest value of each unit", () => {
  const frames: (() => void)[] = [];
  const store = createLiveStore((commit) => frames.push(commit));
  let told = 0;
  store.subscribe(() => {
    told += 1;
  });
  for (const powerW of [100, 200, 300])
    store.take({
      type: "plant",
      stationId: "p1",
      powerW,
      status: "normal",
      isAsleep: false,
      updatedAt: null,
    });
  expect([told, frames.length, store.findPlant("p1")]).toEqual([0, 1, undefined]);
  frames.shift()?.();
  expect([told, store.findPlant("p1")?.powerW]).toEqual([1, 300]);
});
