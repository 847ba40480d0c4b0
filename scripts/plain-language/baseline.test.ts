import { expect, it } from "vitest";
import { findExcess, folderOf, lowerBaseline } from "./baseline.ts";
import type { Finding } from "./find-words.ts";

const finding = (path: string, found: string): Finding => ({
  path,
  line: 1,
  text: found,
  rule: { found, use: "" },
});

const findings = [
  finding("docs/guide/a.md", "tell"),
  finding("docs/guide/b.md", "tell"),
  finding("e2e/a.ts", "tell"),
];

it("counts a file in a coarse area", () => {
  const paths = [
    "apps/server/src/modules/people/identity/a.ts",
    "apps/server/test/fixtures.ts",
    "packages/contract/src/a.ts",
    "e2e/a.spec.ts",
    "README.md",
  ];
  expect(paths.map(folderOf)).toEqual([
    "apps/server/src/modules",
    "apps/server/test",
    "packages/contract",
    "e2e",
    ".",
  ]);
});

it("reports every use of a word where there are more than the baseline allows", () => {
  const paths = (baseline: Record<string, Record<string, number>>) =>
    findExcess(findings, baseline).map(({ path }) => path);
  expect(paths({ "docs/guide": { tell: 2 }, e2e: { tell: 1 } })).toEqual([]);
  expect(paths({ "docs/guide": { tell: 1 }, e2e: { tell: 4 } })).toEqual([
    "docs/guide/a.md",
    "docs/guide/b.md",
  ]);
  expect(paths({ "docs/guide": { tell: 2 } })).toEqual(["e2e/a.ts"]);
});

it("lowers counts that shrank, drops those that are zero and raises or adds none", () => {
  const baseline = { "docs/guide": { tell: 5, gone: 3 }, e2e: { gone: 1 }, scripts: { tell: 1 } };
  expect(lowerBaseline(findings, baseline)).toEqual({ "docs/guide": { tell: 2 } });
  expect(lowerBaseline(findings, { e2e: { tell: 1 }, "docs/guide": { tell: 1 } })).toEqual({
    e2e: { tell: 1 },
    "docs/guide": { tell: 1 },
  });
});
