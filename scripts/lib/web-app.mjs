import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { environmentOf } from "./install.mjs";

const sources = ["apps/web", "packages", "package-lock.json"];
const ignored = new Set(["node_modules", "dist", "test"]);
const markerName = ".built-from";

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !ignored.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]));
}

/** @param {string} folder */
function hashSources(folder) {
  const hash = createHash("sha256");
  for (const source of sources) {
    const path = join(folder, source);
    if (!existsSync(path)) continue;
    const files = source.includes(".") ? [path] : listFiles(path).sort();
    for (const file of files)
      hash
        .update(`${file.slice(folder.length)}\0`)
        .update(readFileSync(file))
        .update("\0");
  }
  return hash.digest("hex");
}

/**
 * Builds the web app into apps/web/dist when its sources are not those of the last build.
 *
 * @param {URL} root
 * @param {string} node
 */
export async function buildWebApp(root, node) {
  const folder = fileURLToPath(root);
  const marker = join(folder, "apps/web/dist", markerName);
  const hash = hashSources(folder);
  if (existsSync(marker) && readFileSync(marker, "utf8") === hash) return;
  console.log("Building the web app …");
  const startedAt = Date.now();
  const vite = join(folder, "node_modules/vite/bin/vite.js");
  const { status, stdout, stderr } = spawnSync(node, [vite, "build", "--logLevel=warn"], {
    cwd: join(folder, "apps/web"),
    // Whatever the caller's value is: in another mode React is slow and the console has no service worker.
    env: { ...process.env, NODE_ENV: "production", ...environmentOf(node) },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The web app could not be built:\n${stdout ?? ""}${stderr ?? ""}`);
  writeFileSync(marker, hash);
  console.log(`Web app built in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}
