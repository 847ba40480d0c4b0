import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe } from "vitest";

const repositoryRoot = resolve(import.meta.dirname, "../../..");
const folder = process.env.HELIOGRAPH_DATASETS ?? resolve(repositoryRoot, "../shared/data");

/** A group of tests over one data file: required when CI=true, skipped by its name elsewhere if the file is missing. */
export function describeDataset(title: string, file: string, tests: (lines: () => string[]) => void): void {
  const path = join(folder, file);
  const canRun = process.env.CI === "true" || existsSync(path);
  describe.skipIf(!canRun)(`${title} (${file})`, () => tests(() => readLines(path)));
}

function readLines(path: string): string[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text.split(/\r?\n/).filter((line) => line !== "");
}
