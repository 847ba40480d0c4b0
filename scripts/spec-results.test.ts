import { describe, expect, test } from "vitest";
import { readOutcomes } from "./spec-results.ts";

describe("readOutcomes", () => {
  test("reads a report of vitest with files relative to the root", () => {
    const tests = ["passed", "failed", "skipped", "pending", "todo"].map((status) => ({
      fullName: ` in ${status}`,
      status,
    }));
    const report = { testResults: [{ name: "/repo/packages/a.test.ts", assertionResults: tests }] };
    expect(readOutcomes(report, "/repo")).toEqual([
      { file: "packages/a.test.ts", title: "in passed", state: "passed" },
      { file: "packages/a.test.ts", title: "in failed", state: "failed" },
      { file: "packages/a.test.ts", title: "in skipped", state: "skipped" },
      { file: "packages/a.test.ts", title: "in pending", state: "failed" },
      { file: "packages/a.test.ts", title: "in todo", state: "failed" },
    ]);
  });

  test("reads nested groups of a Playwright report and joins their titles", () => {
    const spec = playwrightSpec("opens [R2.1]", "expected", ["passed"]);
    const report = playwrightReport([
      { title: "routes", specs: [spec], suites: [{ title: "hash", specs: [spec] }] },
    ]);
    expect(readOutcomes(report, "/repo")).toEqual([
      { file: "e2e/home.spec.ts", title: "routes opens [R2.1]", state: "passed" },
      { file: "e2e/home.spec.ts", title: "routes hash opens [R2.1]", state: "passed" },
    ]);
  });

  test.each([
    ["expected", ["passed"], "passed"],
    ["flaky", ["failed", "passed"], "passed"],
    ["unexpected", ["failed"], "failed"],
    ["unexpected", ["passed"], "failed"],
    ["expected", ["failed"], "failed"],
    ["skipped", ["skipped"], "skipped"],
    ["skipped", [], "skipped"],
  ])("judges a Playwright test that is %s after %j as %s", (status, attempts, state) => {
    const report = playwrightReport([{ title: "group", specs: [playwrightSpec("x", status, attempts)] }]);
    expect(readOutcomes(report, "/repo").map((outcome) => outcome.state)).toEqual([state]);
  });

  test.each([undefined, null, 3, {}, { suites: "none" }])("refuses %j", (report) => {
    expect(() => readOutcomes(report, "/repo")).toThrow(
      "neither a JSON report of vitest nor one of Playwright",
    );
  });
});

function playwrightSpec(title: string, status: string, attempts: string[]) {
  return {
    title,
    file: "home.spec.ts",
    tests: [{ status, results: attempts.map((attempt) => ({ status: attempt })) }],
  };
}

function playwrightReport(suites: object[]) {
  return { config: { rootDir: "/repo/e2e" }, suites: [{ title: "home.spec.ts", specs: [], suites }] };
}
