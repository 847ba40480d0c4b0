import { join, relative } from "node:path";
import type { TestOutcome } from "./spec-rules.ts";

// The parts of vitest's JSON report that matter here (its JsonTestResults).
type VitestReport = {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
};

// The parts of Playwright's JSON report that matter here (its JSONReport).
type PlaywrightReport = { config: { rootDir: string }; suites: PlaywrightSuite[] };
type PlaywrightSuite = { title: string; specs: PlaywrightSpec[]; suites?: PlaywrightSuite[] };
type PlaywrightSpec = { title: string; file: string; tests: PlaywrightTest[] };
type PlaywrightTest = { status: string; results: { status: string }[] };

/** Reads a report of vitest or Playwright into outcomes with files relative to `root`; throws on anything else. */
export function readOutcomes(report: unknown, root: string): TestOutcome[] {
  if (isReport<VitestReport>(report, "testResults")) return readVitest(report, root);
  if (isReport<PlaywrightReport>(report, "suites")) {
    return report.suites.flatMap((file) => readSuite(file, [], root, report.config.rootDir));
  }
  throw new Error("it is neither a JSON report of vitest nor one of Playwright");
}

function isReport<Report>(value: unknown, key: keyof Report & string): value is Report {
  return (
    typeof value === "object" && value !== null && Array.isArray((value as Record<string, unknown>)[key])
  );
}

function readVitest(report: VitestReport, root: string): TestOutcome[] {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: relative(root, name),
      title: fullName.trim(),
      // "pending" is a test whose worker died, "todo" one without a body: neither covers a requirement.
      state: status === "passed" || status === "skipped" ? status : "failed",
    })),
  );
}

function readSuite(suite: PlaywrightSuite, groups: string[], root: string, rootDir: string): TestOutcome[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests.map((test) => ({
      file: relative(root, join(rootDir, spec.file)),
      title: [...groups, spec.title].join(" "),
      state: judgePlaywright(test),
    })),
  );
  const inner = suite.suites ?? [];
  return [...own, ...inner.flatMap((child) => readSuite(child, [...groups, child.title], root, rootDir))];
}

// The last attempt counts. A test declared to fail is "expected" when it does fail: that covers no requirement.
function judgePlaywright({ status, results }: PlaywrightTest): TestOutcome["state"] {
  if (status === "skipped") return "skipped";
  return results.at(-1)?.status === "passed" && status !== "unexpected" ? "passed" : "failed";
}
