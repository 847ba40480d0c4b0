import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe } from "vitest";

const repositoryRoot = resolve(import.meta.dirname, "../../..");
const folder = process.env.HELIOGRAPH_DATASETS ?? resolve(repositoryRoot, "../shared/data");

/** A group of tests over measured files: required when CI=true, skipped by its name elsewhere if one is missing. */
export function describeDatasets(
  title: string,
  files: readonly string[],
  tests: (pathOf: (file: string) => string) => void,
): void {
  const pathOf = (file: string) => join(folder, file);
  const canRun = process.env.CI === "true" || files.every((file) => existsSync(pathOf(file)));
  describe.skipIf(!canRun)(`${title} (${files.join(", ")})`, () => tests(pathOf));
}
