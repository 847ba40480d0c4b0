import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, loadConfig, prepareProcess } from "../infra/config.ts";
import { createLogger } from "../infra/logger.ts";
import { acquireServerLock } from "../infra/server-lock.ts";
import { StartError } from "../infra/start-error.ts";
import { removeDemo } from "../modules/system/demo/demo-removal.service.ts";
import { openRuntime } from "./runtime.ts";

// The program behind `npm run demo:remove`: removes the demo plants from the data folder of a stopped server.

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  prepareProcess();
  const config = loadConfig();
  // A folder without databases has no demo, and checking for one must not create them.
  if (config.databaseUrl === undefined && !existsSync(join(config.dataFolder, "postgres"))) {
    print(`There is nothing to remove: ${config.dataFolder} is no data folder of a server.`);
    return;
  }
  const lock = acquireServerLock(config.dataFolder);
  try {
    const runtime = await openRuntime({ config, logger: createLogger(config), print });
    try {
      const { plants, devices } = await removeDemo({ ...runtime, dataFolder: config.dataFolder });
      print(
        plants === 0
          ? "There are no demo plants."
          : `Removed ${plants} demo plants with ${devices} devices and everything measured there.`,
      );
    } finally {
      await runtime.close();
    }
  } finally {
    lock.release();
  }
}

try {
  await run();
} catch (error) {
  const isSentence = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(`${isSentence ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
process.exit(0);
