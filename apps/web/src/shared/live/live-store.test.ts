import { expect, it } from "vitest";
import type { UnitLive } from "./live-store.ts";
import { createLiveStore } from "./live-store.ts";

it("tells its readers once a frame, with the latest value of each unit", () => {
  const frames: (() => void)[] = [];
  const store = createLiveStore((commit) => frames.push(commit));
  let notified = 0;
  store.subscribe(() => {
    notified += 1;
  });
  for (const powerW of [100, 200, 300])
    store.add({
      type: "plant",
      stationId: "p1",
      powerW,
      status: "normal",
      isAsleep: false,
      updatedAt: null,
    });
  expect([notified, frames.length, store.findPlant("p1")]).toEqual([0, 1, undefined]);
  frames.shift()?.();
  expect([notified, store.findPlant("p1")?.powerW]).toEqual([1, 300]);
});

it("keeps the energy of the last message that had one", () => {
  const store = createLiveStore((commit) => commit());
  const plant = {
    type: "plant",
    stationId: "p1",
    status: "normal",
    isAsleep: false,
    updatedAt: null,
  } as const;
  store.add({ ...plant, powerW: 100, energyTodayWh: 5 });
  store.add({ ...plant, powerW: 200 });
  expect(store.findPlant("p1")).toMatchObject({ powerW: 200, energyTodayWh: 5 });
});

it("forgets what was pushed of a plant and its units, and of no other, and says so", () => {
  const store = createLiveStore((commit) => commit());
  const plant = { powerW: 100, status: "normal", isAsleep: false, updatedAt: null } as const;
  const unit = { deviceId: "u1", powerW: 10 } as unknown as UnitLive;
  for (const stationId of ["p1", "p2"]) {
    store.add({ type: "plant", stationId, ...plant });
    store.add({ type: "units", stationId, units: [{ ...unit, deviceId: `${stationId}-u` }] });
  }
  let notified = 0;
  store.subscribe(() => {
    notified += 1;
  });
  store.forget("p1");
  expect([store.findPlant("p1"), store.findUnit("p1-u"), notified]).toEqual([undefined, undefined, 1]);
  expect([store.findPlant("p2")?.powerW, store.findUnit("p2-u")?.powerW]).toEqual([100, 10]);
});

it("drops what was pushed before a response was requested, and keeps what was pushed since", () => {
  const frames: (() => void)[] = [];
  const store = createLiveStore((commit) => frames.push(commit));
  const commit = () => frames.splice(0).forEach((frame) => void frame());
  const push = (powerW: number, ...deviceIds: string[]) => {
    store.add({ type: "plant", stationId: "p1", powerW, status: "normal", isAsleep: false, updatedAt: null });
    const units = deviceIds.map((deviceId) => ({ deviceId, powerW }) as unknown as UnitLive);
    store.add({ type: "units", stationId: "p1", units });
  };
  const shown = () =>
    [store.findPlant("p1"), store.findUnit("u1"), store.findUnit("u2")].map((v) => v?.powerW);
  push(100, "u1", "u2");
  commit();
  const forget = store.mark("p1");
  push(200, "u1");
  forget();
  commit();
  expect(shown()).toEqual([200, 200, undefined]);
  store.mark("p1")();
  expect(shown()).toEqual([undefined, undefined, undefined]);
});
