import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../infra/clock.ts";
import type { Config } from "../infra/config.ts";
import { ConfigError, loadConfig, prepareProcess } from "../infra/config.ts";
import { prepareDataFolder } from "../infra/data-folder.ts";
import type { Logger } from "../infra/logger.ts";
import { createLogger } from "../infra/logger.ts";
import { embeddedUser } from "../infra/postgres/embedded-postgres.ts";
import type { OpenPostgres } from "../infra/postgres/open-postgres.ts";
import { openPostgres, openPostgresByUrl } from "../infra/postgres/open-postgres.ts";
import { takeServerLock } from "../infra/server-lock.ts";
import { StartError } from "../infra/start-error.ts";
import { resetRootAccount } from "../modules/identity/identity.service.ts";

// The program behind `npm run root:reset`: a new password for ROOT, whether the server runs or not.

/** Address of the embedded PostgreSQL of a running server: the fifth line of its postmaster.pid is the socket's folder. */
function findRunningPostgres(dataFolder: string): string | undefined {
  const path = join(dataFolder, "postgres", "postmaster.pid");
  if (!existsSync(path)) return undefined;
  const socketFolder = readFileSync(path, "utf8").split("\n")[4];
  return socketFolder && `postgres://${embeddedUser}@${encodeURIComponent(socketFolder)}/heliograph`;
}

async function openDatabase(config: Config, logger: Logger): Promise<OpenPostgres> {
  if (config.databaseUrl) return await openPostgres({ config, logger });
  let lock: ReturnType<typeof takeServerLock>;
  try {
    lock = takeServerLock(config.dataFolder);
  } catch (error) {
    const url = error instanceof StartError ? findRunningPostgres(config.dataFolder) : undefined;
    if (url === undefined) throw error;
    return await openPostgresByUrl(url, logger);
  }
  try {
    const { db, close } = await openPostgres({ config, logger });
    return {
      db,
      async close() {
        await close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

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
