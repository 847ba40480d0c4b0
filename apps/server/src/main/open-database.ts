import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../infra/config.ts";
import type { Logger } from "../infra/logger.ts";
import { embeddedUser } from "../infra/postgres/embedded-postgres.ts";
import type { OpenPostgres } from "../infra/postgres/open-postgres.ts";
import { openPostgres, openPostgresByUrl } from "../infra/postgres/open-postgres.ts";
import { acquireServerLock } from "../infra/server-lock.ts";
import { StartError } from "../infra/start-error.ts";

/** Address of the embedded PostgreSQL of a running server: the fifth line of its postmaster.pid is the socket's folder. */
function findRunningPostgres(dataFolder: string): string | undefined {
  const path = join(dataFolder, "postgres", "postmaster.pid");
  if (!existsSync(path)) return undefined;
  const socketFolder = readFileSync(path, "utf8").split("\n")[4];
  return socketFolder && `postgres://${embeddedUser}@${encodeURIComponent(socketFolder)}/heliograph`;
}

/** The database for a program at the terminal, whether the server runs or not. */
export async function openDatabase(config: Config, logger: Logger): Promise<OpenPostgres> {
  if (config.databaseUrl) return await openPostgres({ config, logger });
  let lock: ReturnType<typeof acquireServerLock>;
  try {
    lock = acquireServerLock(config.dataFolder);
  } catch (error) {
    const url = error instanceof StartError ? findRunningPostgres(config.dataFolder) : undefined;
    if (url === undefined) throw error;
    return await openPostgresByUrl(url, logger);
  }
  try {
    const postgres = await openPostgres({ config, logger });
    return {
      ...postgres,
      async close() {
        await postgres.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
