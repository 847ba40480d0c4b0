import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const source = join(import.meta.dirname, "../../..");
const readAll = (pattern: string): string =>
  globSync(pattern, { cwd: source })
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(source, file), "utf8"))
    .join("\n");
const names = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);

it("uses no custom property that nothing defines: a browser leaves the whole declaration out", () => {
  const [styles, code] = [readAll("**/*.css"), readAll("**/*.{ts,tsx}")];
  const defined = new Set([...names(styles, /(--[a-z\d-]+)\s*:/gu), ...names(code, /"(--[a-z\d-]+)"/gu)]);
  const used = names(`${styles}\n${code}`, /var\((--[a-z\d-]+)/gu);
  expect(used.length).toBeGreaterThan(500);
  expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([]);
});
