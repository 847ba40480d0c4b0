import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Baseline } from "./baseline.ts";
import type { Finding } from "./find-words.ts";
import { findWords } from "./find-words.ts";
import { wordRules } from "./word-list.ts";

const root = join(import.meta.dirname, "../..");

/** Counts that may only shrink. */
export const baselineFile = join(import.meta.dirname, "baseline.json");

const sources = ["{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css,md}", "docs/**/*.md", "*.md"];

/** Other languages, files that are generated, and this check with the words it names. */
const excluded =
  /(?:^|\/)(?:node_modules|dist)\/|\/(?:texts-)?(?:zh-cn|pt|th)\.ts$|\.d\.ts$|^scripts\/plain-language\/|^docs\/(?:requirements|configuration)\.md$/u;

/** Uses of words of the list in the whole repository. */
export function findWordsInRepository(): Finding[] {
  const paths = sources.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ["**/node_modules"] }));
  return paths
    .filter((path) => !excluded.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
    .flatMap((source) => findWords(source, wordRules));
}

export const readBaseline = (): Baseline => JSON.parse(readFileSync(baselineFile, "utf8")) as Baseline;
