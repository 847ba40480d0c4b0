import { existsSync } from "node:fs";
import { join } from "node:path";
import { findOrInstallChromium } from "./chromium.mjs";
import { pathWith } from "./install.mjs";

/**
 * Everything that must be in order, cheap things first; `isFull` adds the soaks.
 *
 * @param {{ folder: string, node: string, results: string, isFull?: boolean }} options
 * @returns {import("./test-run.mjs").Step[]}
 */
export function listTestSteps({ folder, node, results, isFull = false }) {
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
    vitestStep("tests", "vitest", ["small", "medium"]),
  ];
  if (existsSync(join(folder, "e2e/playwright.config.ts"))) steps.push(playwrightStep());
  if (existsSync(join(folder, "scripts/spec.ts")))
    steps.push(step("requirements", "scripts/spec.ts", ["--check"]));
  if (isFull) steps.push(vitestStep("soaks", "soak", ["soak"]));
  return steps;

  /** @param {string} name @param {string} reportName @param {string[]} projects of vitest.config.ts */
  function vitestStep(name, reportName, projects) {
    const report = join(results, `${reportName}.json`);
    const args = [
      "run",
      ...projects.map((project) => `--project=${project}`),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ];
    return { ...step(name, module("vitest/vitest.mjs"), args), report };
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
