import { expect, it } from "vitest";
import { isAllowed } from "./permissions.ts";

it("lets ROOT pass, checks one id and takes any of several [R6.10]", () => {
  expect(isAllowed({ roles: ["ROOT"], perms: [] }, "station:add")).toBe(true);
  expect(isAllowed({ roles: ["owner"], perms: ["station:read"] }, "station:add")).toBe(false);
  expect(isAllowed({ roles: ["owner"], perms: ["station:add"] }, "station:add")).toBe(true);
  expect(isAllowed({ roles: [], perms: ["device:add"] }, ["station:add", "device:add"])).toBe(true);
});
