import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

// `npm run bench` runs all automatic benches, `npm run bench -- ingest queries` the named ones.

const known = [
  "start",
  "console",
  "http",
  "accounts",
  "queries",
  "layout",
  "mapping",
  "alarms",
  "storm",
  "chunks",
  "shutdown",
  "command-kills",
  "safety-kills",
  "engine-queries",
  "earnings-fill",
  "ingest",
  "paced",
  "peers",
  "connections",
  "live",
  "growing",
  "crash",
  "weak-units",
  "import",
  "fill",
] as const;
/** Only by their names: the kill -9 checks, what a server does not run or only once, and what is no bench. */
const isUsual = (name: string) =>
  !["crash", "command-kills", "safety-kills", "engine-queries", "earnings-fill", "fill"].includes(name);

const asked = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const flags = process.argv.slice(2).filter((word) => word.startsWith("-"));
const unknown = asked.filter((name) => !(known as readonly string[]).includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No such bench: ${unknown.join(", ")}. There are ${known.join(", ")}.\n`);
  process.exit(1);
}

let interruptedBy: "SIGTERM" | "SIGINT" | undefined;

/** Runs one bench, which gets the signals of this process and stops what it started. */
async function run(file: string): Promise<void> {
  const child = spawn(process.execPath, [file, ...flags], { stdio: "inherit" });
  const forward = (signal: "SIGTERM" | "SIGINT") => {
    interruptedBy = signal;
    child.kill(signal);
  };
  process.on("SIGTERM", forward).on("SIGINT", forward);
  const [status] = await once(child, "exit");
  process.off("SIGTERM", forward).off("SIGINT", forward);
  if (status !== 0) process.exitCode = 1;
}

for (const name of asked.length > 0 ? asked : known.filter(isUsual)) {
  const file = join(import.meta.dirname, `${name}.ts`);
  if (!existsSync(file)) throw new Error(`bench/${name}.ts is missing`);
  await run(file);
  if (interruptedBy) process.exit(128 + constants.signals[interruptedBy]);
}
