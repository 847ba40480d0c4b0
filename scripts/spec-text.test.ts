import { describe, expect, test } from "vitest";
import { parseRequirements } from "./spec-rules.ts";
import { describeOpenRows, formatProved } from "./spec-text.ts";

describe("describeOpenRows", () => {
  test("shows open rows under their area, proved ones only in the counts", () => {
    const areas = parseRequirements(
      "## 1. First\n| R1.1 | One. |\n| R1.2 | Two. |\n## 2. Second\n| R2.1 | Three. |\n",
    );
    expect(describeOpenRows(areas, (id) => id !== "R1.2")).toEqual([
      "1. First: 1 of 2 proved",
      "   open R1.2  Two.",
      "2. Second: 1 of 1 proved",
      "Total: 2 of 3 proved, 1 open",
    ]);
  });
});

describe("formatProved", () => {
  test("writes an empty list as the formatter does", () => {
    expect(formatProved({})).toBe("{}\n");
  });

  test("breaks a row of files only when it passes the line width", () => {
    const long = `${"a".repeat(90)}.test.ts`;
    expect(formatProved({ "R1.1": [long], "R1.2": ["b.test.ts", long], "R1.3": ["b.test.ts"] })).toBe(
      `{\n  "R1.1": [\n    "${long}"\n  ],\n  "R1.2": [\n    "b.test.ts",\n    "${long}"\n  ],\n  "R1.3": ["b.test.ts"]\n}\n`,
    );
  });

  test("keeps a row of exactly the line width on its line", () => {
    const file = "a".repeat(110 - '  "R1.1": [""]'.length);
    expect(formatProved({ "R1.1": [file] })).toBe(`{\n  "R1.1": ["${file}"]\n}\n`);
    expect(formatProved({ "R1.1": [`${file}a`] })).toContain("[\n");
  });
});
