import { readDeviceModels } from "@heliograph/protocol/models";
import { expect, test } from "vitest";
import { createOutputLimits, judgeSample } from "./judge-sample.ts";
import { findPlantEvent } from "./safety-states.ts";

const OPEN = 0;
const CLOSED = 1;

test.each([
  ["measured dead behind an open switch with light", OPEN, 45, 0.6, "open"],
  ["at the limits", OPEN, 5, 1, "open"],
  ["voltage behind a switch that says open", OPEN, 45, 1.1, "closed"],
  ["voltage behind it although the input says dark", OPEN, 0, 30, "closed"],
  ["voltage of the other sign", OPEN, 45, -10, "closed"],
  ["a closed switch, even without voltage", CLOSED, 0, 0, "closed"],
  ["no input", OPEN, 4.9, 0.1, "dark"],
  ["input not measured", OPEN, null, 0, undefined],
  ["output not measured", OPEN, 45, null, undefined],
  ["switch not reported", null, 45, 0, undefined],
  ["voltage behind an open switch, input not measured", OPEN, null, 40, "closed"],
  ["voltage at the output, switch not reported", null, 45, 40, "closed"],
  ["nothing but voltage at the output", null, null, -40, "closed"],
] as const)("judges %s", (_case, sw, inputV, outputV, expected) => {
  expect(judgeSample({ sw, inputV, outputV }, 1)).toBe(expected);
});

test("judges the output by the limit of the device model, 1 V where the model has none", () => {
  const [generic] = readDeviceModels().filter(({ type }) => type === "RSD");
  const findLimit = createOutputLimits([{ ...generic!, model: "RS-2", maxOpenOutputV: 2.5 }, generic!]);
  const judge = (model: string, outputV: number) =>
    judgeSample({ sw: OPEN, inputV: 45, outputV }, findLimit({ type: "RSD", model }));
  expect([judge("RS-2", 2.5), judge("RS-2", 2.6), judge("?", 1), judge("?", 1.1)]).toEqual([
    "open",
    "closed",
    "open",
    "closed",
  ]);
});

test("a plant is shut down by evidence of units only: never by darkness alone, never with one unit missing", () => {
  const open = { state: "open", isDark: false } as const;
  const dark = { state: "unknown", isDark: true } as const;
  const missing = { state: "timeout", isDark: false } as const;
  expect(findPlantEvent("shutdown", [open, dark], false)).toBe("proveAll");
  expect(findPlantEvent("shutdown", [dark, dark], false)).toBe("proveSome");
  expect(findPlantEvent("shutdown", [open, missing], false)).toBe("proveSome");
  expect(findPlantEvent("shutdown", [open, missing], true)).toBeUndefined();
  expect(findPlantEvent("shutdown", [missing], false)).toBe("proveNone");
  expect(findPlantEvent("reset", [{ state: "closed", isDark: false }], true)).toBe("proveAll");
  expect(findPlantEvent("reset", [{ state: "closed", isDark: false }, dark], false)).toBe("proveSome");
});
