import { readSurroundings } from "./config.ts";
import { readOptions, USAGE } from "./replay/options.ts";
import { ReplayError } from "./replay/replay-error.ts";
import { runReplay } from "./replay/run-replay.ts";

// The program behind `npm run replay`: measured files become plants that are fed through the device link.

const print = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const options = readOptions(process.argv.slice(2), readSurroundings());
  if (options === undefined) print(USAGE);
  else await runReplay(options, print);
} catch (error) {
  const text = error instanceof ReplayError ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
