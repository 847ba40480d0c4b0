import type { LiveMessage } from "@heliograph/contract";
import { expect, it } from "vitest";
import { createUnseenChanges } from "./unseen-changes.ts";

const at = "2026-03-29T08:00:00.000Z";
const report: LiveMessage = {
  type: "plant",
  stationId: "p1",
  powerW: 900,
  status: "normal",
  isAsleep: false,
  updatedAt: at,
};

function unitsOf(...ids: string[]): LiveMessage {
  const none = { inputVoltageV: null, inputCurrentA: null, outputVoltageV: null, outputCurrentA: null };
  const rest = { powerW: null, temperatureC: null, generationWh: null, signalDbm: null, isClosed: null };
  return {
    type: "units",
    stationId: "p1",
    units: ids.map((deviceId) => ({ deviceId, at, ...none, ...rest })),
  };
}

it("treats a plant's first report as unseen, and no later one", () => {
  const isUnseen = createUnseenChanges();
  expect(isUnseen(report, { status: "normal", updatedAt: null, unitCount: 0 })).toBe(true);
  expect(isUnseen(report, { status: "normal", updatedAt: at, unitCount: 0 })).toBe(false);
});

it("treats units the plant does not count yet as unseen, once", () => {
  const isUnseen = createUnseenChanges();
  const plant = { status: "normal", updatedAt: at, unitCount: 2 } as const;
  expect(isUnseen(unitsOf("a", "b"), plant)).toBe(false);
  expect(isUnseen(unitsOf("c"), plant)).toBe(true);
  expect(isUnseen(unitsOf("a", "b", "c"), plant)).toBe(false);
});

it("remembers units heard before the plant was loaded", () => {
  const isUnseen = createUnseenChanges();
  expect(isUnseen(unitsOf("a"), undefined)).toBe(false);
  expect(isUnseen(unitsOf("a"), { status: "normal", updatedAt: at, unitCount: 0 })).toBe(true);
});

it("treats another status than the plant's as unseen, once, and again after the plant has shown it", () => {
  const isUnseen = createUnseenChanges();
  const offline = { status: "offline", updatedAt: at, unitCount: 0 } as const;
  expect([isUnseen(report, offline), isUnseen(report, offline)]).toEqual([true, false]);
  expect(isUnseen(report, { ...offline, status: "normal" })).toBe(false);
  expect(isUnseen(report, offline)).toBe(true);
});
