import { expect, it } from "vitest";
import { noteNames } from "../ui/form/pick/known-names.ts";
import { findOverruled, readTarget, toFormDraft } from "./form-draft.ts";
import type { FieldSchema, TextSchema } from "./schema.ts";

const text = (path: string): TextSchema => ({
  path,
  kind: "text",
  isRequired: false,
  canBeEmpty: true,
  sentences: {},
});
const fields: readonly FieldSchema[] = [
  text("name"),
  text("remarks"),
  { ...text("firstWord"), isSecret: true },
  { path: "permissionIds", kind: "custom", isRequired: false, sentences: {} },
];
const start = { name: "Roof", remarks: "", firstWord: "", permissionIds: ["a"] };

it("keeps the fields that were typed in with their values before, and no secret of the contract [R8.2]", () => {
  const values = { ...start, name: "Barn", firstWord: "Blue-roof-77" };
  expect(toFormDraft(fields, { start, values })).toEqual({
    typed: { name: "Barn" },
    before: { name: "Roof" },
    names: {},
  });
  expect(toFormDraft(fields, { start, values: { ...start, firstWord: "Blue-roof-77" } })).toBeUndefined();
  expect(toFormDraft(fields, { start, values: start })).toBeUndefined();
});

it("keeps the names of what was chosen in a searched list, to show them again [R8.2]", () => {
  noteNames([
    { value: "a", label: "Ana" },
    { value: "b", label: "Bo" },
  ]);
  const values = { ...start, permissionIds: ["b", "c"] };
  expect(toFormDraft(fields, { start, values })?.names).toEqual({ b: "Bo" });
});

it("names the fields that someone else has changed since, with their current values [R8.2]", () => {
  const kept = {
    values: { ...start, name: "Barn", permissionIds: ["b"] },
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

it("names what someone else has chosen by its known name, never by its id", () => {
  noteNames([{ value: "c1", label: "Roofers" }]);
  const chosen: readonly FieldSchema[] = [
    { ...text("installerCompanyId"), format: "id" },
    { ...text("pictureId"), format: "id" },
  ];
  const before = { installerCompanyId: "", pictureId: "" };
  const kept = { values: { installerCompanyId: "c2", pictureId: "p2" }, before };
  expect(findOverruled(chosen, kept, { installerCompanyId: "c1", pictureId: "p1" })).toEqual([
    { path: "installerCompanyId", theirs: "Roofers" },
    { path: "pictureId", theirs: undefined },
  ]);
});

it("has the other's choice and day, and of a list only its field", () => {
  const plain = { isRequired: true, sentences: {} };
  const mixed: readonly FieldSchema[] = [
    { ...plain, path: "visibility", kind: "choice", choices: ["public", "concealed"] },
    { ...plain, path: "gridConnectionDate", kind: "day" },
    { ...plain, path: "periods", kind: "array", items: [text("price")], minItems: 1 },
  ];
  const before = { visibility: "public", gridConnectionDate: "", periods: [] };
  const values = { visibility: "", gridConnectionDate: "2026-01-01", periods: [{ price: "1" }] };
  const now = {
    visibility: "concealed",
    gridConnectionDate: "2026-05-03",
    periods: [{ price: "2" }],
  };
  expect(findOverruled(mixed, { values, before }, now)).toEqual([
    { path: "visibility", theirs: "concealed" },
    { path: "gridConnectionDate", theirs: "2026-05-03" },
    { path: "periods", theirs: undefined },
  ]);
});

it("identifies the record by the parts of the body that are not typed", () => {
  expect(readTarget({ accountId: "a1", revision: "17" })).toEqual({ id: "a1", revision: "17" });
  expect(readTarget({ maintenanceId: "m1", version: 3 })).toEqual({ id: "m1", revision: "3" });
  expect(readTarget({ revision: 4, mapTileUrl: "" })).toEqual({ revision: "4" });
  const limit = { deviceType: "OPT", quantity: "voltage", side: "high", revision: "5" };
  expect(readTarget({ ...limit, stationId: "s1" })).toEqual({ id: "OPT-voltage-high-s1", revision: "5" });
  expect(readTarget(undefined)).toEqual({});
});
