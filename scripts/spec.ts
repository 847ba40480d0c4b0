// Compares docs/requirements.md with the results of a test run.
//   node scripts/spec.ts [--check | --update] [result files or patterns]
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readOutcomes } from "./spec-results.ts";
import type { Area, Coverage, ProvedList, TestOutcome } from "./spec-rules.ts";
import {
  compareWithProved,
  listIds,
  measureCoverage,
  parseRequirements,
  updateProved,
} from "./spec-rules.ts";
import { describeOpenRows, formatProved } from "./spec-text.ts";

const PAGE = "docs/requirements.md";
const LIST = "docs/requirements-proved.json";
const DEFAULT_RESULTS = ".test-results/*.json";

type Print = (line: string) => void;
type SpecRun = { root: string; args: string[]; isCi: boolean; print: Print };
type Loaded = {
  areas: Area[];
  proved: ProvedList;
  outcomes: TestOutcome[];
  coverage: Coverage;
  hasResults: boolean;
};

/** Runs the command and returns its exit code. */
export function runSpec({ root, args, isCi, print }: SpecRun): number {
  const flags = args.filter((arg) => arg.startsWith("--"));
  const unknown = flags.filter((flag) => flag !== "--check" && flag !== "--update");
  if (unknown.length > 0)
    return fail(print, [`${unknown.join(", ")} is not known; use --check or --update.`]);
  try {
    const loaded = load(
      root,
      args.filter((arg) => !arg.startsWith("--")),
      flags.length > 0,
    );
    if (flags.includes("--update")) update(root, loaded, print);
    else printRows(loaded, print);
    return flags.includes("--check") ? check(loaded, isCi, print) : 0;
  } catch (error) {
    return fail(print, [error instanceof Error ? error.message : String(error)]);
  }
}

function load(root: string, patterns: string[], needsResults: boolean): Loaded {
  const areas = parseRequirements(readFileSync(join(root, PAGE), "utf8"));
  const list = join(root, LIST);
  const proved = existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as ProvedList) : {};
  const files = globSync(patterns.length > 0 ? patterns : [DEFAULT_RESULTS], { cwd: root }).sort();
  if (files.length === 0 && (needsResults || patterns.length > 0)) {
    throw new Error(
      `No test results in ${patterns.join(" ") || DEFAULT_RESULTS}; run the tests with a JSON report first.`,
    );
  }
  const outcomes = files.flatMap((file) => readResultFile(root, file));
  return {
    areas,
    proved,
    outcomes,
    coverage: measureCoverage(areas, outcomes),
    hasResults: files.length > 0,
  };
}

function readResultFile(root: string, file: string): TestOutcome[] {
  try {
    return readOutcomes(JSON.parse(readFileSync(resolve(root, file), "utf8")), root);
  } catch (cause) {
    throw new Error(
      `${file} cannot be used as test results: ${cause instanceof Error ? cause.message : cause}.`,
      { cause },
    );
  }
}

// Without results, the stored list is used.
function printRows({ areas, proved, coverage, hasResults }: Loaded, print: Print): void {
  const isCovered = (id: string) => (hasResults ? coverage.provedBy.has(id) : id in proved);
  print(hasResults ? "Rows no passing test names, by area" : `No test results at hand; by ${LIST}:`);
  for (const line of describeOpenRows(areas, isCovered)) print(line);
}

function update(root: string, { areas, proved, outcomes, coverage }: Loaded, print: Print): void {
  const next = updateProved({
    areas,
    proved,
    coverage,
    outcomes,
    exists: (file) => existsSync(join(root, file)),
  });
  writeFileSync(join(root, LIST), formatProved(next));
  const added = Object.keys(next).filter((id) => !(id in proved));
  const removed = Object.keys(proved).filter((id) => !(id in next));
  print(`${LIST}: ${Object.keys(next).length} of ${listIds(areas).length} rows proved`);
  if (added.length > 0) print(`Added: ${added.join(", ")}`);
  if (removed.length > 0) print(`Removed: ${removed.join(", ")}`);
}

function check({ areas, proved, coverage }: Loaded, isCi: boolean, print: Print): number {
  const { lost, notRun } = compareWithProved(areas, proved, coverage);
  if (!isCi) for (const sentence of notRun) print(sentence);
  return fail(print, [...coverage.wrongNames, ...lost, ...(isCi ? notRun : [])]);
}

function fail(print: Print, sentences: string[]): number {
  for (const sentence of sentences) print(`spec: ${sentence}`);
  return sentences.length > 0 ? 1 : 0;
}

if (import.meta.main) {
  process.exitCode = runSpec({
    root: process.cwd(),
    args: process.argv.slice(2),
    isCi: process.env.CI === "true",
    print: (line) => console.log(line),
  });
}
