import { expect, it } from "vitest";
import { assertGuards, assertNeeded, isAllowed } from "./permissions.ts";

it("lets ROOT pass, checks one id and takes any of several [R6.10]", () => {
  expect(isAllowed({ roles: ["ROOT"], perms: [] }, "station:add")).toBe(true);
  expect(isAllowed({ roles: ["owner"], perms: ["station:read"] }, "station:add")).toBe(false);
  expect(isAllowed({ roles: ["owner"], perms: ["station:add"] }, "station:add")).toBe(true);
  expect(isAllowed({ roles: [], perms: ["device:add"] }, ["station:add", "device:add"])).toBe(true);
});

it("a permission asked for without a value is an error, in a component, a route and a menu [R5.22]", () => {
  for (const needed of [undefined, "", [], ["station:add", undefined]])
    expect(() => assertNeeded(needed, "a button")).toThrow("a button asks for a permission and names none");
  expect(() => assertNeeded(["station:add"], "a button")).not.toThrow();
  assertGuards([
    { path: "/home", handle: {} },
    { path: "/account", needs: "account:read" },
  ]);
  for (const wrong of [
    { path: "/home", handle: { needs: undefined } },
    { path: "/home", needs: "" },
  ])
    expect(() => assertGuards([wrong])).toThrow("/home");
});
