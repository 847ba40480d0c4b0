// Writes into package-lock.json the optional packages of other systems that the registry at hand does not list.
// npm leaves them out when it cannot see them, and `npm ci` then refuses the lock. Run after every `npm install`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @type {Record<string, string>} */
const systems = {
  android: "android",
  darwin: "darwin",
  freebsd: "freebsd",
  fsevents: "darwin",
  linux: "linux",
  netbsd: "netbsd",
  openbsd: "openbsd",
  openharmony: "openharmony",
  sunos: "sunos",
  win32: "win32",
  windows: "win32",
};
const processors = [
  "arm64",
  "arm",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];

/**
 * The platform in the name of a platform package: `@x/cli-linux-arm64-musl`.
 *
 * @param {string} name
 */
export function readPlatform(name) {
  const words = name.split(/[^a-z0-9]+/);
  const system = words.find((word) => word in systems);
  const processor = words.find((word) => processors.includes(word));
  return {
    ...(processor ? { cpu: [processor] } : {}),
    ...(words.some((word) => word.startsWith("musl")) ? { libc: ["musl"] } : {}),
    ...(words.some((word) => word.startsWith("gnu")) ? { libc: ["glibc"] } : {}),
    ...(system ? { os: [systems[system]] } : {}),
  };
}

/**
 * Adds an entry for each optional dependency the lock names but does not contain; returns the names added.
 *
 * @param {{ packages: Record<string, { optionalDependencies?: Record<string, string> } & Record<string, unknown>> }} lock
 */
export function completeLock(lock) {
  /** @type {string[]} */
  const added = [];
  const entries = Object.entries(lock.packages);
  /** @type {(from: string, name: string) => boolean} */
  const find = (from, name) => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
      if (`${folder === "" ? "" : `${folder}/`}node_modules/${name}` in lock.packages) return true;
      if (!folder.includes("/node_modules/")) return `node_modules/${name}` in lock.packages;
    }
  };
  for (const [path, entry] of entries) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (find(path, name)) continue;
      const platform = readPlatform(name);
      if (Object.keys(platform).length === 0) throw new Error(`cannot tell from its name where ${name} runs`);
      lock.packages[`node_modules/${name}`] = {
        version: range.replace(/^[\^~]/, ""),
        ...platform,
        optional: true,
      };
      added.push(name);
    }
  }
  const sorted = Object.keys(lock.packages).sort((a, b) => a.localeCompare(b, "en"));
  lock.packages = Object.fromEntries(sorted.map((path) => [path, lock.packages[path] ?? {}]));
  return added;
}

if (import.meta.main) {
  const file = join(import.meta.dirname, "../package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const added = completeLock(lock);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(added.length === 0 ? "nothing missing\n" : `added ${added.join(", ")}\n`);
}
