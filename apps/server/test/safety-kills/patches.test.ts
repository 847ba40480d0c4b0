import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FAULTS } from "./moments.ts";
import { listPatches, patchSource } from "./patches.ts";

const sources = join(import.meta.dirname, "../../src");

test("every patch has its place in the server as it is", () => {
  for (const fault of [undefined, ...FAULTS]) {
    for (const { path, replace } of listPatches(fault)) {
      const [file = ""] = globSync(`**${path}`, { cwd: sources });
      const source = readFileSync(join(sources, file), "utf8");
      expect(patchSource(`/${file}`, source, fault)).toContain(replace);
    }
  }
});

test("refuses a module without the text to replace", () => {
  expect(() => patchSource("/safety/safety-stop.ts", "return state;")).toThrow("no longer has");
});
