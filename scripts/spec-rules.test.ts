import { describe, expect, test } from "vitest";
import type { TestOutcome } from "./spec-rules.ts";
import {
  compareWithProved,
  measureCoverage,
  parseRequirements,
  parseTitle,
  updateProved,
} from "./spec-rules.ts";

const page = `# Requirements

## 1. First
| id | requirement |
|---|---|
| R1.1 | One thing. |
| R1.2 | Another, with \`a|b\`. |

## 2. Second
| id | requirement |
|---|---|
| R2.1 | A third. |
`;
const areas = parseRequirements(page);

function outcome(title: string, state: TestOutcome["state"] = "passed", file = "a.test.ts"): TestOutcome {
  return { file, title, state };
}

describe("parseRequirements", () => {
  test("groups rows under their area and leaves head rows out", () => {
    expect(
      areas.map(({ number, name, requirements }) => [number, name, requirements.map(({ id }) => id)]),
    ).toEqual([
      [1, "First", ["R1.1", "R1.2"]],
      [2, "Second", ["R2.1"]],
    ]);
    expect(areas[0]?.requirements[1]?.text).toBe("Another, with `a|b`.");
  });

  test("refuses a row that is listed twice", () => {
    expect(() => parseRequirements(`${page}| R2.1 | Again. |\n`)).toThrow("R2.1 is listed twice.");
  });

  test("refuses a row under the heading of another area", () => {
    expect(() => parseRequirements(`${page}| R1.3 | Lost. |\n`)).toThrow(
      "R1.3 stands under the wrong heading.",
    );
  });
});

// Each case says what it is in words: ids in the titles of these tests would count as proofs.
describe("parseTitle", () => {
  test.each([
    ["one id", "refuses a capacity of zero [R3.8]", ["R3.8"]],
    ["a list", "answers tokens [R3.1, R3.2]", ["R3.1", "R3.2"]],
    ["a range", "handles every status [R7.15-R7.17]", ["R7.15", "R7.16", "R7.17"]],
    ["several brackets", "mixes [R1.1, R7.9 – R7.10] and [R2.1]", ["R1.1", "R7.9", "R7.10", "R2.1"]],
    ["no id", "R3.8 stands outside, [a] is none", []],
  ])("reads %s", (_name, title, ids) => {
    expect(parseTitle(title)).toEqual({ ids, unreadable: [] });
  });

  test.each([
    ["an area alone", "[R3]"],
    ["a sentence", "[R3.8 and R3.9]"],
    ["a range that falls", "[R3.9-R3.8]"],
    ["a range over two areas", "[R3.8-R4.9]"],
    ["an empty place in a list", "[R3.8,]"],
  ])("cannot read %s", (_name, bracket) => {
    expect(parseTitle(`does something ${bracket}`)).toEqual({ ids: [], unreadable: [bracket] });
  });
});

describe("measureCoverage", () => {
  test("counts a row as covered only by a passing test", () => {
    const coverage = measureCoverage(areas, [
      outcome("a [R1.1]"),
      outcome("b [R1.2]", "failed"),
      outcome("c [R2.1]", "skipped"),
    ]);
    expect([...coverage.provedBy.keys()]).toEqual(["R1.1"]);
  });

  test("reports an unlisted id and an unreadable bracket, also in skipped tests", () => {
    const coverage = measureCoverage(areas, [outcome("a [R1.9]", "skipped"), outcome("b [R1.1 or so]")]);
    expect(coverage.wrongNames).toEqual([
      'a.test.ts: "a [R1.9]" names R1.9, which docs/requirements.md does not list.',
      'a.test.ts: "b [R1.1 or so]" names [R1.1 or so], which cannot be read.',
    ]);
  });
});

describe("compareWithProved", () => {
  const compare = (id: string, outcomes: TestOutcome[]) =>
    compareWithProved(areas, { [id]: ["a.test.ts"] }, measureCoverage(areas, outcomes));

  test("reports nothing while any passing test names the row", () => {
    const outcomes = [outcome("a [R1.1]", "failed"), outcome("b [R1.1]", "passed", "b.test.ts")];
    expect(compare("R1.1", outcomes)).toEqual({ lost: [], notRun: [] });
  });

  test("reports a listed row whose test was removed", () => {
    expect(compare("R1.1", [outcome("renamed")]).lost).toEqual([
      "R1.1 was proved by a.test.ts; no test that ran names it any more.",
    ]);
  });

  test("reports a listed row whose test fails, even where another one is skipped", () => {
    const outcomes = [outcome("a [R1.1]", "failed"), outcome("b [R1.1]", "skipped")];
    expect(compare("R1.1", outcomes)).toEqual({
      lost: ["R1.1 was proved by a.test.ts; its test does not pass in a.test.ts."],
      notRun: [],
    });
  });

  test("keeps apart a listed row whose only test is skipped here", () => {
    expect(compare("R1.1", [outcome("a [R1.1]", "skipped")])).toEqual({
      lost: [],
      notRun: ["R1.1 not run here: its test is skipped in a.test.ts."],
    });
  });

  test("reports a listed row that is not on the page", () => {
    expect(compare("R9.9", []).lost).toEqual([
      "R9.9 is in the list of proved rows, but docs/requirements.md does not list it.",
    ]);
  });
});

describe("updateProved", () => {
  const update = (proved: Record<string, string[]>, outcomes: TestOutcome[]) =>
    updateProved({
      areas,
      proved,
      coverage: measureCoverage(areas, outcomes),
      outcomes,
      exists: (file) => file !== "deleted.test.ts",
    });

  test("lists rows in the order of the page and files by name", () => {
    const outcomes = [outcome("x [R2.1]", "passed", "z.test.ts"), outcome("y [R1.1, R2.1]")];
    expect(Object.entries(update({}, outcomes))).toEqual([
      ["R1.1", ["a.test.ts"]],
      ["R2.1", ["a.test.ts", "z.test.ts"]],
    ]);
  });

  test("removes a file that ran without covering the row, and a deleted file", () => {
    const proved = { "R1.1": ["a.test.ts"], "R1.2": ["deleted.test.ts"] };
    expect(update(proved, [outcome("nothing named")])).toEqual({});
  });

  test("keeps a file that did not run and one whose test was skipped", () => {
    const proved = { "R1.1": ["a.test.ts"], "R1.2": ["other.test.ts"] };
    expect(update(proved, [outcome("x [R1.1]", "skipped")])).toEqual(proved);
  });
});
