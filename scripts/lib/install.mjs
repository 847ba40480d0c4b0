import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Written after a complete installation: the hash of the lock it was made from.
const markerName = ".heliograph-installed";

/** @param {string} folder */
function hashLock(folder) {
  return createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
}

/** @param {string} folder */
function isInstalled(folder) {
  const marker = join(folder, "node_modules", markerName);
  return existsSync(marker) && readFileSync(marker, "utf8").trim() === hashLock(folder);
}

/**
 * npm itself: the one that runs this script, or the one beside this Node.
 *
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
function npmCommand(args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith("npm-cli.js") ? [process.execPath, [cli, ...args]] : ["npm", args];
}

/**
 * Installs the packages of the lock when they are missing or of another lock. Answers the path of the Node they bring.
 *
 * @param {URL} root
 * @returns {Promise<string>}
 */
export async function install(root) {
  const folder = fileURLToPath(root);
  const node = join(folder, "node_modules", ".bin", "node");
  if (!isInstalled(folder)) {
    console.log("Installing packages (npm ci), a minute or two …");
    const startedAt = Date.now();
    const [command, args] = npmCommand(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
    const { status, error } = spawnSync(command, args, {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (error || status !== 0)
      throw new Error(
        `The packages could not be installed (npm ci${error ? `: ${error.message}` : ` ended with ${status}`}).`,
      );
    writeFileSync(join(folder, "node_modules", markerName), `${hashLock(folder)}\n`);
    console.log(`Packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  }
  if (!existsSync(node))
    throw new Error(
      `npm installed no Node for this system (${process.platform}-${process.arch}): was "npm ci" run with --omit=optional?`,
    );
  return node;
}

/**
 * A path list with the project's own programs first, as npm gives it to scripts.
 *
 * @param {string} node
 */
export function pathWith(node) {
  return `${dirname(node)}:${process.env.PATH ?? ""}`;
}
