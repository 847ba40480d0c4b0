import type { Device } from "@heliograph/contract";
import { expect, it } from "vitest";
import { groupUnits } from "./unit-groups.ts";

const unit = (deviceId: string, level: number, slotLabel = "", parentId: string | null = null): Device =>
  ({ deviceId, level, slotLabel, parentId, alias: "", sn: `SN-${deviceId}` }) as Device;

const shape = (units: readonly Device[]) =>
  groupUnits(units).map(({ kind, name, units: members }) => [
    kind,
    name,
    members.map(({ deviceId }) => deviceId),
  ]);

it("groups modules by the string their place names, gateways last", () => {
  expect(
    shape([
      unit("g", 1),
      unit("a1", 3, "A1-1", "g"),
      unit("a2", 3, "A1-2", "g"),
      unit("b1", 3, "B1", "g"),
      unit("x", 3, "", "g"),
      unit("y", 3, "chimney", "g"),
    ]),
  ).toEqual([
    ["string", "A1", ["a1", "a2"]],
    ["string", "B", ["b1"]],
    ["others", "", ["x", "y"]],
    ["gateways", "", ["g"]],
  ]);
});

it("groups modules under the string controller they hang on", () => {
  expect(
    shape([unit("s", 2, "D-S1", "g"), unit("m1", 3, "whatever", "s"), unit("m2", 3, "A7", "s")]),
  ).toEqual([
    ["strings", "", ["s"]],
    ["string", "D-S1", ["m1", "m2"]],
  ]);
});
