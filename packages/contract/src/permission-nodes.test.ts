import { expect, test } from "vitest";
import type { PermissionNode } from "./permission-nodes.ts";
import { isNodeEnabled } from "./permission-nodes.ts";

const node = (id: string, disabled: boolean, children: PermissionNode[] = []): PermissionNode => ({
  id,
  name: id,
  disabled,
  children,
});

const tree = [
  node("station", false, [node("station:read", false), node("station:delete", true)]),
  node("system", true, [node("system:log", false)]),
];

test("finds a node true when it exists and is not disabled, at any depth [R6.8]", () => {
  expect(isNodeEnabled(tree, "station")).toBe(true);
  expect(isNodeEnabled(tree, "station:read")).toBe(true);
  expect(isNodeEnabled(tree, "system:log")).toBe(true);
});

test("finds a disabled node and one that does not exist false [R6.8]", () => {
  expect(isNodeEnabled(tree, "station:delete")).toBe(false);
  expect(isNodeEnabled(tree, "system")).toBe(false);
  expect(isNodeEnabled(tree, "station:fly")).toBe(false);
  expect(isNodeEnabled([], "station")).toBe(false);
});
