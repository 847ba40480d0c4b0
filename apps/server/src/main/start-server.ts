import type { Config } from "../infra/config.ts";
import { prepareDataFolder } from "../infra/data-folder.ts";
import type { Logger } from "../infra/logger.ts";
import { takeServerLock } from "../infra/server-lock.ts";
import { startApi } from "./api.ts";
import { startJobs } from "./jobs.ts";
import { startLink } from "./link.ts";
import { openRuntime } from "./runtime.ts";

export interface RunningServer {
  http?: string;
  mqtt?: string;
  stop(): Promise<void>;
}

type Undo = () => Promise<void> | void;

async function undoAll(undos: Undo[], logger: Logger): Promise<void> {
  for (const undo of undos.toReversed()) {
    try {
      await undo();
    } catch (error) {
      // What comes after must be stopped all the same.
      logger.error({ err: error }, "a part did not stop in order");
    }
  }
}

/** Lock, engines, roles: started in this order, stopped in the opposite one. Leaves nothing behind when it fails. */
export async function startServer(options: {
  config: Config;
  logger: Logger;
  say(line: string): void;
}): Promise<RunningServer> {
  const { config, logger } = options;
  const undos: Undo[] = [];
  try {
    prepareDataFolder(config.dataFolder);
    const lock = takeServerLock(config.dataFolder);
    undos.push(() => lock.release());
    const runtime = await openRuntime(options);
    undos.push(() => runtime.close());
    const addresses: Record<string, string | undefined> = {};
    for (const [role, start] of [
      ["jobs", startJobs],
      ["link", startLink],
      ["api", startApi],
    ] as const) {
      if (!config.roles.has(role)) continue;
      const running = await start(runtime);
      undos.push(() => running.stop());
      addresses[role] = running.address;
    }
    lock.announce(addresses.api ?? addresses.link ?? "");
    return { http: addresses.api, mqtt: addresses.link, stop: () => undoAll(undos, logger) };
  } catch (error) {
    await undoAll(undos, logger);
    throw error;
  }
}
