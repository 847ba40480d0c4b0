import { existsSync } from "node:fs";
import { join } from "node:path";
import { findOrInstallChromium } from "./chromium.mjs";
import { pathWith } from "./install.mjs";

/**
 * Everything that must be in order, cheap things first.
 *
 * @param {{ folder: string, node: string, results: string }} place
 * @returns {import("./test-run.mjs").Step[]}
 */
export function listTestSteps({ folder, node, results }) {
  const env = { PATH: pathWith(node), TZ: "UTC" };
  /** @type {(name: string, script: string, args?: string[]) => import("./test-run.mjs").Step} */
  const step = (name, script, args = []) => ({
    name,
    command: node,
    args: [script, ...args],
    cwd: folder,
    env,
  });
  /** @param {string} path */
  const module = (path) => join(folder, "node_modules", path);

  const steps = [
    step("lint", module("@biomejs/biome/bin/biome"), [
      "check",
      "--error-on-warnings",
      "--diagnostic-level=warn",
    ]),
    step("types of server, packages and tools", module("typescript/bin/tsc"), ["-p", "tsconfig.json"]),
    step("types of the web app", module("typescript/bin/tsc"), ["-p", "apps/web"]),
    step("unused code and packages", module("knip/bin/knip.js")),
    step("generated files", "scripts/generate.ts", ["--check"]),
    step("web app", "scripts/build-web.mjs"),
    step("sizes of the web app", "apps/web/check-bundle.ts"),
    vitestStep(),
  ];
  if (existsSync(join(folder, "e2e/playwright.config.ts"))) steps.push(playwrightStep());
  if (existsSync(join(folder, "scripts/spec.ts")))
    steps.push(step("requirements", "scripts/spec.ts", ["--check"]));
  return steps;

  function vitestStep() {
    const report = join(results, "vitest.json");
    const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    return { ...step("tests", module("vitest/vitest.mjs"), args), report };
  }

  function playwrightStep() {
    const report = join(results, "playwright.json");
    const chromium = findOrInstallChromium({ folder, node });
    const base = step("end to end", module("@playwright/test/cli.js"), [
      "test",
      "--config=e2e/playwright.config.ts",
      "--reporter=list,json",
    ]);
    if ("obstacle" in chromium) return { ...base, obstacle: chromium.obstacle };
    return {
      ...base,
      report,
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, HELIOGRAPH_CHROMIUM: chromium.path },
    };
  }
}
