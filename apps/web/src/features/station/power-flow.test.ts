import { expect, it } from "vitest";
import type { FlowDevices } from "./power-flow.ts";
import { findDirection, listFlowNodes } from "./power-flow.ts";

const devices: FlowDevices = {
  count: 4,
  faultCount: 0,
  alarmCount: 0,
  warningCount: 0,
  offlineCount: 0,
  asleepCount: 0,
};
const flow = {
  modules: { ...devices, powerW: 900 },
  strings: { ...devices, powerW: 880 },
  acMeter: { powerW: 850 },
};
const powersOf = (nodes: ReturnType<typeof listFlowNodes>) =>
  nodes.map(({ place, powerW, isCounted }) => [place, powerW, isCounted]);

it("lists the metered places up to the grid; the counted one has the power that was pushed last", () => {
  expect(powersOf(listFlowNodes(flow, "string", 890))).toEqual([
    ["modules", 900, false],
    ["strings", 890, true],
    ["inverter", 850, false],
    ["grid", 850, false],
  ]);
});

it("ends at the last metered place of the DC side without an AC meter", () => {
  expect(powersOf(listFlowNodes({ ...flow, strings: null, acMeter: null }, "module", null))).toEqual([
    ["modules", null, true],
  ]);
});

it("gives the grid the pushed power of a plant that counts at its AC meter", () => {
  expect(powersOf(listFlowNodes(flow, "ac-meter", 40)).slice(2)).toEqual([
    ["inverter", 40, true],
    ["grid", 40, false],
  ]);
});

it("flows forward or backward from one watt, and is unknown without a recent report", () => {
  expect([5, 1, 0.9, 0, -0.9, -20, null].map((powerW) => findDirection({ powerW }))).toEqual([
    "forward",
    "forward",
    "none",
    "none",
    "none",
    "backward",
    "unknown",
  ]);
});
