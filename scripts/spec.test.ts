import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runSpec } from "./spec.ts";
import { listIds, parseRequirements } from "./spec-rules.ts";

const page = "## 1. First\n| R1.1 | One thing. |\n| R1.2 | Another. |\n";
let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "heliograph-spec-"));
  mkdirSync(join(root, "docs"));
  mkdirSync(join(root, ".test-results"));
  writeFileSync(join(root, "docs/requirements.md"), page);
});

afterEach(() => rmSync(root, { recursive: true }));

function writeResults(titles: Record<string, string>): void {
  const assertionResults = Object.entries(titles).map(([fullName, status]) => ({ fullName, status }));
  const report = { testResults: [{ name: join(root, "a.test.ts"), assertionResults }] };
  writeFileSync(join(root, ".test-results/unit.json"), JSON.stringify(report));
}

function run(args: string[], isCi = false) {
  const lines: string[] = [];
  const code = runSpec({ root, args, isCi, print: (line) => lines.push(line) });
  return { code, text: lines.join("\n") };
}

function readList(): string {
  return readFileSync(join(root, "docs/requirements-proved.json"), "utf8");
}

describe("npm run spec", () => {
  test("prints the open rows of each area with totals and never fails on them", () => {
    writeResults({ "does one thing [R1.1]": "passed" });
    const { code, text } = run([]);
    expect(code).toBe(0);
    expect(text).toContain("1. First: 1 of 2 proved");
    expect(text).toContain("open R1.2  Another.");
    expect(text).not.toContain("open R1.1");
    expect(text).toContain("Total: 1 of 2 proved, 1 open");
  });

  test("shows the kept list when there are no results", () => {
    writeFileSync(join(root, "docs/requirements-proved.json"), '{ "R1.2": ["a.test.ts"] }');
    const { code, text } = run([]);
    expect(code).toBe(0);
    expect(text).toContain("open R1.1");
    expect(text).not.toContain("open R1.2");
  });

  test("writes the same list twice and then checks clean", () => {
    writeResults({ "does one thing [R1.1]": "passed" });
    expect(run(["--update"]).text).toContain("Added: R1.1");
    const first = readList();
    expect(first).toBe('{\n  "R1.1": ["a.test.ts"]\n}\n');
    run(["--update"]);
    expect(readList()).toBe(first);
    expect(run(["--check"], true).code).toBe(0);
  });

  test("fails with a sentence when a proved row loses its test", () => {
    writeResults({ "does one thing [R1.1]": "passed" });
    run(["--update"]);
    writeResults({ "does one thing": "passed" });
    const { code, text } = run(["--check"]);
    expect(code).toBe(1);
    expect(text).toContain("R1.1 was proved by a.test.ts; no test that ran names it any more.");
  });

  test("reports a proved row that was only skipped, and fails on it in CI only", () => {
    writeResults({ "does one thing [R1.1]": "passed" });
    run(["--update"]);
    writeResults({ "does one thing [R1.1]": "skipped" });
    expect(run(["--check"])).toMatchObject({ code: 0, text: expect.stringContaining("R1.1 not run here") });
    expect(run(["--check"], true)).toMatchObject({
      code: 1,
      text: expect.stringContaining("R1.1 not run here"),
    });
  });

  test("fails when a test names an id that does not exist", () => {
    writeResults({ "does a third [R1.3]": "passed" });
    const { code, text } = run(["--check"]);
    expect(code).toBe(1);
    expect(text).toContain("names R1.3, which docs/requirements.md does not list.");
  });

  test("fails without results, with an unknown file and with an unknown flag", () => {
    expect(run(["--check"])).toMatchObject({ code: 1, text: expect.stringContaining("No test results in") });
    writeFileSync(join(root, ".test-results/other.json"), "{}");
    expect(run(["--check"])).toMatchObject({
      code: 1,
      text: expect.stringContaining("other.json cannot be used"),
    });
    expect(run(["--chekc"])).toMatchObject({
      code: 1,
      text: expect.stringContaining("--chekc is not known"),
    });
  });
});

describe("docs/requirements.md", () => {
  const areas = parseRequirements(readFileSync(join(import.meta.dirname, "../docs/requirements.md"), "utf8"));

  test("has nine areas whose rows are numbered without gaps", () => {
    expect(areas.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const { number, requirements } of areas) {
      expect(requirements.map(({ id }) => id)).toEqual(
        requirements.map((_, index) => `R${number}.${index + 1}`),
      );
    }
    expect(areas.map(({ requirements }) => requirements.length)).toEqual([16, 26, 18, 18, 24, 12, 17, 7, 5]);
    expect(listIds(areas)).toHaveLength(143);
  });
});
