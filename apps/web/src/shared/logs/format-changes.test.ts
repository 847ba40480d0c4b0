import type { PlantLogRow } from "@heliograph/contract";
import { expect, test } from "vitest";
import { formatChanges } from "./format-changes.ts";

const words = {
  field: (path: string) => ({ name: "Name", phone: "Phone" })[path],
  code: () => undefined,
  yes: "Yes",
  no: "No",
  hidden: "Hidden",
  deleted: (kind: string) => `Deleted ${kind}`,
};
const row = (original: unknown, next: unknown) => ({ original, new: next, names: {} }) as PlantLogRow;

test("a row says in a line what changed, personal values by their name alone [R3.14]", () => {
  const before = { name: "Barn", phone: "***", power: 5, note: "" };
  const after = { name: "Shed", phone: "***", power: 5, note: "new" };
  expect(formatChanges(row(before, after), words, "en-GB")).toBe("Name: Barn → Shed · Phone · note: – → new");
});

test("of what was made only the value is said, of what was removed what it was, and of many a few", () => {
  expect(formatChanges(row(null, { name: "Barn" }), words, "en-GB")).toBe("Name: Barn");
  expect(formatChanges(row({ name: "Barn" }, null), words, "en-GB")).toBe("Name: Barn → –");
  expect(formatChanges(row(null, { a: 1, b: 2, c: true, d: 4 }), words, "en-GB")).toBe(
    "a: 1 · b: 2 · c: Yes · …",
  );
  expect(formatChanges(row(null, null), words, "en-GB")).toBe("");
  expect(formatChanges(row({}, { name: "2027-06-01T12:00:00Z" }), words, "en-GB")).toMatch(
    /^Name: – → \d\d\/06\/2027 /,
  );
});

test("a field without content is left out of what was made, and a dash where it was changed to that", () => {
  expect(formatChanges(row(null, { op: "scan", args: {}, targets: [] }), words, "en-GB")).toBe("op: scan");
  expect(formatChanges(row({ args: { a: 1 } }, { args: {} }), words, "en-GB")).toBe("args.a: 1 → –");
  expect(formatChanges(row({ args: {} }, { args: { a: 1 } }), words, "en-GB")).toBe("args.a: – → 1");
});
