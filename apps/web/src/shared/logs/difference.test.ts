import { expect, test } from "vitest";
import { findChanges } from "./difference.ts";

test("names the fields that differ, and none that stayed [R3.14]", () => {
  const before = { name: "Roof", price: "0.25", servers: { china: "", europe: "https://a" } };
  const after = { name: "Roof", price: "0.30", servers: { china: "https://b", europe: "https://a" } };
  expect(findChanges(before, after)).toEqual([
    { path: "price", before: "0.25", after: "0.30" },
    { path: "servers.china", before: "", after: "https://b" },
  ]);
});

test("tells all of what was made and of what was removed", () => {
  const value = { name: "Roof", tags: ["a", "b"], nothing: {} };
  const paths = (changes: ReturnType<typeof findChanges>) => changes.map(({ path }) => path);
  expect(paths(findChanges(null, value))).toEqual(["name", "tags", "nothing"]);
  expect(findChanges(value, null)[1]).toEqual({ path: "tags", before: ["a", "b"], after: undefined });
  expect(findChanges(null, null)).toEqual([]);
  expect(findChanges({}, { name: "Roof" })).toEqual([{ path: "name", before: undefined, after: "Roof" }]);
});

test("takes a list as one value, and what is no object as the value itself", () => {
  expect(findChanges(["a", "b"], ["b", "a"])).toEqual([{ path: "", before: ["a", "b"], after: ["b", "a"] }]);
  expect(findChanges({ ids: ["a"] }, { ids: ["a"] })).toEqual([]);
});

test("reports personal values as changed although both are masked", () => {
  const hidden = { phone: "***" };
  expect(findChanges(hidden, hidden)).toEqual([{ path: "phone", before: "***", after: "***" }]);
});

test("names a changed field once: with its values, or by its name alone where they are not kept", () => {
  const before = { roleId: "a" };
  const role = { path: "roleId", before: "a", after: "b" };
  expect(findChanges(before, { roleId: "b", fields: ["roleId"] })).toEqual([role]);
  expect(findChanges(before, { roleId: "b", fields: ["email", "roleId"] })).toEqual([
    role,
    { path: "fields", before: undefined, after: ["email"] },
  ]);
});
