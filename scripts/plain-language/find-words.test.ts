import { expect, it } from "vitest";
import { findWords, splitName } from "./find-words.ts";
import type { WordRule } from "./word-list.ts";

const rules: readonly WordRule[] = [{ found: "old", use: "new", identifier: /\bold\b/, prose: /\bold\b/ }];
const find = (path: string, text: string): string[] =>
  findWords({ path, text }, rules).map((finding) => `${finding.line} ${finding.text}`);

it("splits a name into its words", () => {
  const names = ["takeAccount", "MOST_KEPT", "isHTMLNode", "step2Of3", "kebab-key"];
  expect(names.map(splitName)).toEqual([
    "take account",
    "most kept",
    "is html node",
    "step2 of3",
    "kebab key",
  ]);
});

it("counts a name where it is declared, not where it is used or imported", () => {
  const text = [
    'import { oldShared } from "./shared.ts";',
    "interface Row { oldField: string }",
    "function readOld({ oldField }: Row, oldLimit: number, [oldFirst]: string[]) {",
    "  return oldShared(oldField, oldLimit, oldFirst);",
    "}",
    "export const rows = { oldKey: readOld };",
  ].join("\n");
  expect(find("src/a.ts", text)).toEqual(["2 oldField", "3 readOld", "3 oldLimit", "3 oldFirst", "6 oldKey"]);
});

it("reads comments of code and styles, over the ends of lines and without quoted code", () => {
  expect(
    find("src/a.ts", "// New.\n// An\n// old one, `old` itself is code.\nconst text = 'old word';"),
  ).toEqual(["3 old"]);
  expect(find("src/a.ts", "// biome-ignore lint: old rule\nlet a;")).toEqual([]);
  expect(find("src/a.css", ".old { color: red; }\n/* An old style. */")).toEqual(["2 old"]);
});

it("reads the titles of tests and descriptions of the API, other strings are data", () => {
  const text = [
    'it("finds an old row", () => {});',
    'test.describe("with old rows", () => {});',
    'it.each([1])("counts %s old rows", () => {});',
    'const call = { summary: "Lists old rows", path: "/an old row" };',
  ].join("\n");
  expect(find("src/a.test.ts", text)).toEqual(["1 old", "2 old", "3 old", "4 old"]);
});

it("reads every string of English texts and documents without their code", () => {
  expect(find("src/locales/home/en.ts", 'export const texts = { a: "An old plant" };')).toEqual(["1 old"]);
  expect(find("src/locales/home/pt.ts", 'export const texts = { a: "Um old" };')).toEqual([]);
  expect(find("docs/a.md", "An `old` word\n```\nold\n```\n[old](old.md)\n")).toEqual(["5 old"]);
});
