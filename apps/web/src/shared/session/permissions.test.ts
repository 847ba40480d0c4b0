import { expect, it } from "vitest";
import type { Allowed } from "../auth/allowed.tsx";
import { assertGuards, assertPermissionNamed, canOpen, isAllowed } from "./permissions.ts";

type AllowedProps = Parameters<typeof Allowed>[0];
/** Checked by the compiler: each line must be an error of its own (R5.22). */
export const refusedByCompiler: readonly AllowedProps[] = [
  // @ts-expect-error a permission must be named
  { children: null },
  // @ts-expect-error nothing is no permission
  { to: undefined, children: null },
  // @ts-expect-error an empty text is no permission
  { to: "", children: null },
  // @ts-expect-error of several at least one must be named
  { to: [], children: null },
];

it("lets ROOT pass, checks one id and takes any of several [R6.10]", () => {
  expect(isAllowed({ roles: ["ROOT"], perms: [] }, "station:add")).toBe(true);
  expect(isAllowed({ roles: ["owner"], perms: ["station:read"] }, "station:add")).toBe(false);
  expect(isAllowed({ roles: ["owner"], perms: ["station:add"] }, "station:add")).toBe(true);
  expect(isAllowed({ roles: [], perms: ["device:add"] }, ["station:add", "device:add"])).toBe(true);
});

it("opens a page when the node it needs exists in the tree and is not disabled [R6.8, R6.12]", () => {
  const tree = [
    {
      id: "station",
      name: "Plants",
      disabled: false,
      children: [
        { id: "station:read", name: "View plants", disabled: false, children: [] },
        { id: "station:add", name: "Add plants", disabled: true, children: [] },
      ],
    },
  ];
  expect(canOpen({ tree }, "station:read")).toBe(true);
  expect(canOpen({ tree }, "station:add")).toBe(false);
  expect(canOpen({ tree }, "system:log")).toBe(false);
  expect(canOpen({ tree }, ["system:log", "station:read"])).toBe(true);
});

it("refuses a permission without a value in a component, a route, its children and a menu [R5.22]", () => {
  for (const needed of [undefined, "", [], ["station:add", undefined]])
    expect(() => assertPermissionNamed(needed, "a button")).toThrow(
      "a button asks for a permission and names none",
    );
  expect(() => assertPermissionNamed(["station:add"], "a button")).not.toThrow();
  assertGuards([
    { path: "/home", handle: {} },
    { path: "/account", needs: "account:read" },
  ]);
  for (const wrong of [
    { path: "/home", handle: { needs: undefined } },
    { path: "/home", needs: "" },
    { path: "/", children: [{ path: "/home", handle: { needs: [] } }] },
  ])
    expect(() => assertGuards([wrong])).toThrow("/home");
});
