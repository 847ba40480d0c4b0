import { readSurroundings } from "./config.ts";
import { ReplayError } from "./replay/replay-error.ts";
import { startSimulation } from "./run-simulation.ts";
import { readSimulateOptions, USAGE } from "./simulate-options.ts";

// The program behind `npm run simulate` and the demo plants: gateways with physics, until it is stopped.

const say = (line: string): void => void process.stdout.write(`${new Date().toISOString()} ${line}\n`);

/** Resolves at Ctrl-C, SIGTERM, or when the parent process closes the standard input. */
function waitForEnd(endsWithInput: boolean): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
    if (!endsWithInput) return;
    process.stdin
      .once("end", resolve)
      .once("close", resolve)
      .once("error", () => resolve());
    process.stdin.resume();
  });
}

// A server that no longer responds must not delay the end of the program.
const STOP_WITHIN_MS = 4_000;

async function run(): Promise<void> {
  const options = readSimulateOptions(process.argv.slice(2), readSurroundings());
  if (options === undefined) {
    process.stdout.write(USAGE);
    return;
  }
  const ended = waitForEnd(options.endsWithInput);
  // Without the parent nothing reads the output any more.
  process.stdout.on("error", () => {});
  const simulation = await Promise.race([startSimulation(options, say), ended]);
  await ended;
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
  await simulation?.stop();
  process.exit(0);
}

try {
  await run();
} catch (error) {
  const text = error instanceof ReplayError ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
