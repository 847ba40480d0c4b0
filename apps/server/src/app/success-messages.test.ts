import { globSync, readFileSync } from "node:fs";
import { messages } from "@heliograph/contract";
import { expect, test } from "vitest";

const modules = new URL("../modules/", import.meta.url);
const isSuccess = (key: string): boolean => key.startsWith("done.");

function listSent(): string[] {
  const routes = globSync("**/*.routes.ts", { cwd: modules });
  return routes.flatMap((file) => readFileSync(new URL(file, modules), "utf8").match(/done\.\w+/g) ?? []);
}

test("sends every success message of the catalogue from some endpoint", () => {
  const catalogue = Object.keys(messages.en).filter(isSuccess).sort();
  expect(catalogue.length).toBeGreaterThan(0);
  expect([...new Set(listSent())].sort()).toEqual(catalogue);
});
