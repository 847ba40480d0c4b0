import { ConfigError, loadConfig, prepareProcess } from "../infra/config.ts";
import { explainDiskError } from "../infra/data-folder.ts";
import type { Logger } from "../infra/logger.ts";
import { createLogger } from "../infra/logger.ts";
import { StartError } from "../infra/start-error.ts";
import { watchProcessFaults } from "./process-faults.ts";
import { startServer } from "./start-server.ts";
import { announceReady, announceStop, onStarterGone } from "./starter.ts";

// The program behind `npm start`: this process plays every role that HELIOGRAPH_ROLES names.

// A graceful stop takes a second or two; the process is killed when it exceeds this time.
const STOP_TIMEOUT_MS = 9_500;

function fail(error: unknown): never {
  const isSentence = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(
    isSentence ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}

/** Kills the process when a graceful stop takes too long. */
function limitStop(logger: Logger): void {
  const hardStop = setTimeout(() => {
    logger.fatal("the server did not stop in time");
    // First the exit handlers (PostgreSQL gets its own signal), then an exit that cannot be blocked.
    process.emit("exit", 1);
    process.kill(process.pid, "SIGKILL");
  }, STOP_TIMEOUT_MS);
  hardStop.unref();
}

interface End {
  exitCode: number;
  /** Whether there is time to hand connections to other processes. */
  isOrderly: boolean;
}

/**
 * Resolves when the server must stop: at the first Ctrl-C or SIGTERM, when the starter has ended, or after a broken
 * invariant. Only SIGTERM leaves time to hand connections over; a second one, or Ctrl-C, ends that early (`hurry`). Later
 * ones are ignored during the stop.
 */
function waitForEnd(logger: Logger, hurry: AbortController): Promise<End> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (isOrderly: boolean) => {
      if (isStopping || !isOrderly) hurry.abort();
      isStopping = true;
      announceStop();
      resolve({ exitCode: 0, isOrderly });
    };
    process.on("SIGTERM", () => stop(true));
    for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => stop(false));
    onStarterGone(() => stop(false));
    watchProcessFaults({
      logger,
      onBrokenInvariant() {
        // Set this early so that a start that hangs also ends.
        limitStop(logger);
        hurry.abort();
        resolve({ exitCode: 1, isOrderly: false });
      },
    });
  });
}

async function run(): Promise<void> {
  prepareProcess();
  const config = loadConfig();
  const logger = createLogger(config);
  const hurry = new AbortController();
  const end = waitForEnd(logger, hurry);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const server = await startServer({ config, logger, print }).catch((error: unknown) => {
    throw explainDiskError(config.dataFolder, error) ?? error;
  });
  const { http, mqtt } = server;
  // Before the ready line: its reader may rely on the restart.
  await announceReady({ http, mqtt });
  print(JSON.stringify({ event: "ready", http, mqtt }));
  const { exitCode, isOrderly } = await end;
  if (isOrderly) await server.drain(hurry.signal);
  limitStop(logger);
  await server.stop();
  process.exit(exitCode);
}

await run().catch(fail);
