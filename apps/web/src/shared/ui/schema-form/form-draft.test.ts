import { expect, it } from "vitest";
import { noteNames } from "../pick/known-names.ts";
import { findOverruled, readTarget, toFormDraft } from "./form-draft.ts";
import type { FieldSchema } from "./schema.ts";

const field = (path: string, kind: "text" | "custom" = "text"): FieldSchema =>
  ({ path, kind, isNeeded: false, canBeEmpty: true, sentences: {} }) as FieldSchema;
const fields = [field("name"), field("remarks"), field("password"), field("permissionIds", "custom")];
const start = { name: "Roof", remarks: "", password: "", permissionIds: ["a"] };

it("keeps the fields that were typed in with what stood there before, and no password [R8.2]", () => {
  const draft = { ...start, name: "Barn", password: "Blue-roof-77" };
  expect(toFormDraft(fields, { start, draft })).toEqual({
    typed: { name: "Barn" },
    before: { name: "Roof" },
    names: {},
  });
  expect(toFormDraft(fields, { start, draft: { ...start, password: "Blue-roof-77" } })).toBeUndefined();
  expect(toFormDraft(fields, { start, draft: start })).toBeUndefined();
});

it("keeps the names of what was chosen in a searched list, to show them again [R8.2]", () => {
  noteNames([
    { value: "a", label: "Ana" },
    { value: "b", label: "Bo" },
  ]);
  const draft = { ...start, permissionIds: ["b", "c"] };
  expect(toFormDraft(fields, { start, draft })?.names).toEqual({ b: "Bo" });
});

it("says which of them someone else has changed meanwhile, and what they hold now [R8.2]", () => {
  const kept = {
    typed: { name: "Barn", permissionIds: ["b"] },
    before: { name: "Roof", permissionIds: ["a"] },
  };
  expect(findOverruled(fields, kept, start)).toEqual([]);
  expect(findOverruled(fields, kept, { ...start, remarks: "theirs" })).toEqual([]);
  expect(findOverruled(fields, kept, { ...start, name: "Shed", permissionIds: ["c"] })).toEqual([
    { path: "name", theirs: "Shed" },
    { path: "permissionIds", theirs: undefined },
  ]);
  // Both wanted the same.
  expect(findOverruled(fields, kept, { ...start, name: "Barn" })).toEqual([]);
});

it("knows by the parts of a body that nobody types what it is about", () => {
  expect(readTarget({ accountId: "a1", revision: "17" })).toEqual({ id: "a1", revision: "17" });
  expect(readTarget({ maintenanceId: "m1", version: 3 })).toEqual({ id: "m1", revision: "3" });
  expect(readTarget({ revision: 4, mapTileUrl: "" })).toEqual({ revision: "4" });
  expect(readTarget(undefined)).toEqual({});
});
