import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { findOrInstallChromium } from "./chromium.mjs";
import { environmentOf } from "./install.mjs";

const MEMORY_FOLDER = "/dev/shm";
// A run stores less than 2 GB at a time.
const MIN_FREE_BYTES = 6 * 1024 ** 3;

/**
 * Folder for temporary files: databases by the hundred are created and removed, a third of the server tests' time on a disk.
 *
 * @returns {{ TMPDIR?: string }} empty where the system has no such folder, or a small one
 */
function findTemporaryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    accessSync(MEMORY_FOLDER, constants.W_OK | constants.X_OK);
    return bavail * bsize >= MIN_FREE_BYTES ? { TMPDIR: MEMORY_FOLDER } : {};
  } catch {
    return {};
  }
}

/**
 * Everything that must be in order; `isFull` adds the soaks.
 *
 * @param {{ folder: string, node: string, results: string, isFull?: boolean }} options
 * @returns {Parameters<typeof import("./test-run.mjs").runSteps>[0]}
 */
export function listTestSteps({ folder, node, results, isFull = false }) {
  const env = {
    ...environmentOf(node),
    ...findTemporaryFolder(),
    TZ: "UTC",
    ...(isFull && { HELIOGRAPH_TEST_FULL: "1" }),
  };
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

  const chromium = findOrInstallChromium({ folder, node });
  const ui = vitestStep("tests of the web app in a browser", "vitest-ui", ["ui"]);
  // React as it is shipped takes two thirds of the time; the full run has its checks of development, such as strict mode.
  const uiEnv = isFull ? ui.env : { ...ui.env, NODE_ENV: "production" };

  const checks = [
    step("lint", module("@biomejs/biome/bin/biome"), [
      "check",
      "--error-on-warnings",
      "--diagnostic-level=warn",
    ]),
    step("types of server, packages and tools", module("typescript/bin/tsc"), ["-p", "tsconfig.json"]),
    step("types of the web app", module("typescript/bin/tsc"), ["-p", "apps/web"]),
    step("unused code and packages", module("knip/bin/knip.js")),
    step("structure", "scripts/check-structure.ts"),
    step("generated files", "scripts/generate.ts", ["--check"]),
  ];
  const web = [
    step("web app", "scripts/build-web.mjs"),
    step("sizes of the web app", "apps/web/check-bundle.ts"),
    inChromium({ ...ui, env: uiEnv }, chromium),
  ];
  if (existsSync(join(folder, "e2e/playwright.config.ts"))) web.push(inChromium(playwrightStep(), chromium));
  // The tests of the server wait for engines and processes a third of their time, which is enough for the others.
  const server = [vitestStep("tests", "vitest", ["small", "api", "db", "process"])];
  /** @type {ReturnType<typeof listTestSteps>} */
  const steps = [{ lanes: [server, [...checks, ...web]] }];
  if (existsSync(join(folder, "scripts/spec.ts")))
    steps.push(step("requirements", "scripts/spec.ts", ["--check"]));
  if (isFull) steps.push(inChromium(clusterStep(), chromium));
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

  /** The same journeys on two `api`, two `link` and one `jobs` process. */
  function clusterStep() {
    const report = join(results, "playwright-cluster.json");
    const args = ["test", "--config=e2e/playwright.config.ts", "--reporter=list,json"];
    const base = step("end to end on several processes", module("@playwright/test/cli.js"), args);
    const own = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, HELIOGRAPH_E2E_CLUSTER: "1" };
    return { ...base, report, env: { ...base.env, ...own } };
  }

  function playwrightStep() {
    const report = join(results, "playwright.json");
    const args = ["test", "--config=e2e/playwright.config.ts", "--reporter=list,json"];
    const base = step("end to end", module("@playwright/test/cli.js"), args);
    return { ...base, report, env: { ...base.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } };
  }
}

/**
 * The step with a Chromium to run in, or with the reason why there is none.
 *
 * @param {import("./test-run.mjs").Step} step
 * @param {ReturnType<typeof findOrInstallChromium>} chromium
 * @returns {import("./test-run.mjs").Step}
 */
function inChromium(step, chromium) {
  if ("obstacle" in chromium) return { ...step, report: undefined, obstacle: chromium.obstacle };
  return { ...step, env: { ...step.env, HELIOGRAPH_CHROMIUM: chromium.path } };
}
