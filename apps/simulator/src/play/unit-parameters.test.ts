import type { Command } from "@heliograph/protocol";
import { findModel } from "@heliograph/protocol";
import { readDeviceModels } from "@heliograph/protocol/models";
import { expect, test } from "vitest";
import { createUnitParameters } from "./unit-parameters.ts";

const mcon = findModel(readDeviceModels(), { type: "MCON", model: "" });

function open(
  options: { now?: () => number; silent?: number; locked?: number; contact?: () => Promise<void> } = {},
) {
  return createUnitParameters({
    units: new Map([1, 2].map((unit) => [unit, mcon])),
    isReporting: (unit) => unit !== options.silent,
    isLocked: (unit) => unit === options.locked,
    contact: options.contact ?? (async () => {}),
    now: options.now ?? (() => 0),
  });
}

const set = (to: number[], values: Record<string, number>, deadline: number | null = null): Command => ({
  id: "c",
  seq: 1,
  to,
  deadline,
  op: "param.set",
  args: { values },
});
const heartbeatsOf = (parameters: ReturnType<typeof open>) =>
  parameters
    .report([1, 2])
    .filter(([, name]) => name === "heartbeat")
    .map(([, , value]) => value);

test("writes the values of the named unit only, and reads them back", async () => {
  const parameters = open();
  expect(await parameters.handle(set([1], { heartbeat: 3 }))).toEqual({
    results: [[1, 0, { heartbeat: 3 }]],
  });
  expect(heartbeatsOf(parameters)).toEqual([3, 2]);
});

test("reads back the relay that a command of its own has switched", async () => {
  const parameters = open();
  parameters.save(1, { relay: false });
  const read = { ...set([1, 2], {}), op: "param.get", args: { names: ["relay"] } } as Command;
  expect(await parameters.handle(read)).toEqual({
    results: [
      [1, 0, { relay: false }],
      [2, 0, { relay: true }],
    ],
  });
});

test.each([
  ["out of range", { heartbeat: 6 }, "E_RANGE"],
  ["more than a third of the MOS timeout", { heartbeat: 4 }, "E_RANGE"],
  ["unknown", { colour: 1 }, "E_UNSUP"],
])("a value that is %s changes nothing, with the valid ones beside it", async (_, values, code) => {
  const parameters = open();
  const outcome = await parameters.handle(set([1], { alarmPolling: 5, ...values }));
  expect(outcome).toEqual({ code, results: [[1, code]] });
  expect(parameters.report([1])).toContainEqual([1, "alarmPolling", 60]);
});

test("a silent, a locked and another kind of unit each say why, and the others are written", async () => {
  const silent = open({ silent: 1 });
  expect(await silent.handle(set([1, 2], { heartbeat: 3 }))).toEqual({
    results: [
      [1, "E_TIMEOUT"],
      [2, 0, { heartbeat: 3 }],
    ],
  });
  expect((await open({ locked: 1 }).handle(set([1], { heartbeat: 3 }))).code).toBe("E_LOCKED");
  expect((await open().handle(set([9], { heartbeat: 3 }))).code).toBe("E_TYPE");
});

test("a radio slower than the deadline has no effect", async () => {
  let now = 0;
  const parameters = open({
    now: () => now,
    contact: async () => {
      now = 31_000;
    },
  });
  expect((await parameters.handle(set([1], { heartbeat: 3 }, 30_000))).code).toBe("E_EXPIRED");
  expect(heartbeatsOf(parameters)).toEqual([2, 2]);
});

const copy = (from: number, to: number[]): Command => ({
  id: "c",
  seq: 1,
  to,
  deadline: null,
  op: "param.copy",
  args: { from, names: ["heartbeat", "alarmPolling"] },
});

test("copies what the source has now, and only the parameters that are named", async () => {
  const parameters = open();
  await parameters.handle(set([1], { heartbeat: 3, repeatAlarm: 5 }));
  expect(await parameters.handle(copy(1, [2]))).toEqual({
    results: [[2, 0, { heartbeat: 3, alarmPolling: 60 }]],
  });
  expect(heartbeatsOf(parameters)).toEqual([3, 3]);
  expect(parameters.report([2])).toContainEqual([2, "repeatAlarm", 30]);
});

test("copies nothing from a unit that is not heard", async () => {
  const parameters = open({ silent: 1 });
  expect(await parameters.handle(copy(1, [2]))).toEqual({ code: "E_TIMEOUT" });
});
