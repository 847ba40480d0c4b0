import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

// `npm run bench` runs all automatic benches, `npm run bench -- ingest queries` the named ones.

const known = ["start", "console", "http", "accounts", "queries", "ingest", "paced", "crash"] as const;
const usual = ["start", "console", "http", "accounts", "queries", "ingest", "paced"] as const;

const asked = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const flags = process.argv.slice(2).filter((word) => word.startsWith("-"));
const unknown = asked.filter((name) => !(known as readonly string[]).includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No such bench: ${unknown.join(", ")}. There are ${known.join(", ")}.\n`);
  process.exit(1);
}

for (const name of asked.length > 0 ? asked : usual) {
  const file = join(import.meta.dirname, `${name}.ts`);
  if (!existsSync(file)) throw new Error(`bench/${name}.ts is missing`);
  const { status } = spawnSync(process.execPath, [file, ...flags], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
