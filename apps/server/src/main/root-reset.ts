import { systemClock } from "../infra/clock.ts";
import { ConfigError, loadConfig, prepareProcess } from "../infra/config.ts";
import { prepareDataFolder } from "../infra/data-folder.ts";
import { createLogger } from "../infra/logger.ts";
import { StartError } from "../infra/start-error.ts";
import { resetRootAccount } from "../modules/people/identity/root-account.service.ts";
import { openDatabase } from "./open-database.ts";

// The program behind `npm run root:reset`: a new password for ROOT, whether the server runs or not.

async function run(): Promise<void> {
  prepareProcess();
  const config = loadConfig();
  const logger = createLogger(config);
  prepareDataFolder(config.dataFolder);
  const { db, close } = await openDatabase(config, logger);
  try {
    const root = await resetRootAccount({ db, clock: systemClock, dataFolder: config.dataFolder });
    const sentence = process.stdout.isTTY
      ? `Sign in as ${root.account} with ${root.password}`
      : `Sign in as ${root.account}; the new password is in ${root.path}`;
    process.stdout.write(`${sentence}\nAll sessions of this account have ended.\n`);
  } finally {
    await close();
  }
}

await run().catch((error: unknown) => {
  const isSentence = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(
    isSentence ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
  );
  process.exitCode = 1;
});
