// Names the installed package that differs from the lock, the first thing to check when checks fail unexpectedly.
import { readFileSync } from "node:fs";
import { findDifference } from "./lib/install.mjs";

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

const difference = findDifference(read("../package-lock.json"), read("../node_modules/.package-lock.json"));
if (difference) {
  console.error(`${difference} is not installed as package-lock.json wants it: run npm ci.`);
  process.exitCode = 1;
}
