import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

// Debian's packages. The shell has no window: the tests take a quarter less of the processor with it.
const packages = ["chromium-headless-shell", "chromium"];
const names = [...packages, "chromium-browser", "google-chrome", "google-chrome-stable"];

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns {string | undefined} */
function findOnPath() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isProgram);
}

/**
 * The Chromium that Playwright has downloaded for itself, when it has.
 *
 * @param {{ folder: string, node: string }} place
 */
function findPlaywrightOwn({ folder, node }) {
  const code = 'process.stdout.write(require("@playwright/test").chromium.executablePath())';
  const { stdout } = spawnSync(node, ["-e", code], { cwd: join(folder, "e2e"), encoding: "utf8" });
  return stdout && existsSync(stdout) ? stdout : undefined;
}

/** @param {{ folder: string, node: string }} place */
function findChromium(place) {
  const wished = process.env.HELIOGRAPH_CHROMIUM;
  return wished && isProgram(wished) ? wished : (findOnPath() ?? findPlaywrightOwn(place));
}

/** @param {{ folder: string, node: string }} place */
function install({ folder, node }) {
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium as Debian's package (apt-get install) for the end-to-end tests …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    /** @param {string[]} args */
    const apt = (args) =>
      spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"], env });
    apt(["update"]);
    if (packages.some((name) => apt(["install", "-y", "--no-install-recommends", name]).status === 0)) return;
  }
  console.log("Installing Playwright's own Chromium for the end-to-end tests …");
  spawnSync(node, [join(folder, "node_modules/@playwright/test/cli.js"), "install", "chromium"], {
    stdio: "inherit",
  });
}

/**
 * A Chromium for the end-to-end tests, installed where that is allowed and possible.
 *
 * @param {{ folder: string, node: string }} place
 * @returns {{ path: string } | { obstacle: string }}
 */
export function findOrInstallChromium(place) {
  const found = findChromium(place);
  if (found) return { path: found };
  if (process.env.HELIOGRAPH_NO_INSTALL === "1")
    return {
      obstacle:
        "Chromium is missing, and HELIOGRAPH_NO_INSTALL=1 forbids to install it: install the package chromium-headless-shell.",
    };
  install(place);
  const installed = findChromium(place);
  return installed
    ? { path: installed }
    : {
        obstacle:
          "Chromium is missing and could not be installed: install the package chromium-headless-shell (Debian), chromium (Ubuntu) or Google Chrome.",
      };
}
