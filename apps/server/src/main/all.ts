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

/**
 * Resolves with the exit code when the server must stop: at the first Ctrl-C or SIGTERM (later ones are ignored during the
 * stop), when the starter has ended, or after a broken invariant.
 */
function waitForEnd(logger: Logger): Promise<number> {
  return new Promise((resolve) => {
    const stop = () => {
      announceStop();
      resolve(0);
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
    onStarterGone(stop);
    watchProcessFaults({
      logger,
      onBrokenInvariant() {
        // Set this early so that a start that hangs also ends.
        limitStop(logger);
        resolve(1);
      },
    });
  });
}

async function run(): Promise<void> {
  prepareProcess();
  const config = loadConfig();
  const logger = createLogger(config);
  const end = waitForEnd(logger);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const server = await startServer({ config, logger, print }).catch((error: unknown) => {
    throw explainDiskError(config.dataFolder, error) ?? error;
  });
  const { http, mqtt } = server;
  // Before the ready line: its reader may rely on the restart.
  await announceReady({ http, mqtt });
  print(JSON.stringify({ event: "ready", http, mqtt }));
  const exitCode = await end;
  limitStop(logger);
  await server.stop();
  process.exit(exitCode);
}

await run().catch(fail);
