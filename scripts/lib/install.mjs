import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * The first difference between the lock and what npm recorded as installed; undefined when there is none.
 * Optional packages may be missing: most of them are for other systems.
 *
 * @param {Lock} intended package-lock.json
 * @param {Lock} installed node_modules/.package-lock.json, which npm writes last
 * @returns {string | undefined}
 */
export function findDifference(intended, installed) {
  const paths = new Set([...Object.keys(intended.packages), ...Object.keys(installed.packages)]);
  for (const path of paths) {
    if (!path.startsWith("node_modules/")) continue;
    const want = intended.packages[path];
    const have = installed.packages[path];
    if (!have && want?.optional) continue;
    if (have?.link && want?.link) continue;
    if (have?.version !== want?.version) return path;
    // Entries of packages the registry did not list when the lock was made have no hash.
    if (have?.integrity && want?.integrity && have.integrity !== want.integrity) return path;
  }
  return undefined;
}

/** @param {string} path @returns {Lock} */
function readLock(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** @param {string} folder */
function isInstalled(folder) {
  const installed = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  return findDifference(readLock(join(folder, "package-lock.json")), readLock(installed)) === undefined;
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
 * Installs the packages of the lock when they are missing or of another lock. Returns the path of the Node they contain.
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
    console.log(`Packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  }
  if (!existsSync(node))
    throw new Error(
      `npm installed no Node for this system (${process.platform}-${process.arch}): was "npm ci" run with --omit=optional?`,
    );
  return node;
}

/**
 * Settings of a program that runs on the project's own Node: its programs come first in the path, as npm gives it to
 * scripts, and compiled modules are kept for the next start, which then needs about 40 % less time to load them.
 *
 * @param {string} node
 */
export function environmentOf(node) {
  return {
    PATH: `${dirname(node)}:${process.env.PATH ?? ""}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dirname(node), "..", ".cache", "compiled"),
  };
}
