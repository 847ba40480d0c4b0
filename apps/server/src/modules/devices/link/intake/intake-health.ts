import { statfs } from "node:fs/promises";
import { join } from "node:path";
import type { HealthReason } from "@heliograph/contract";
import type { Config } from "../../../../infra/config.ts";
import type { createStorageRetry } from "../connection/storage-retry.ts";

/** ClickHouse reserves an insert's own size, at least 1 MiB, before it writes; a full batch of 20,000 rows takes 2 MiB. */
const MIN_FREE_BYTES = 2 * 1024 * 1024;

/** Folders of the embedded engines; the disk of an engine by address is its own. */
function listFolders(config: Pick<Config, "dataFolder" | "databaseUrl" | "clickhouseUrl">): string[] {
  return [
    ...(config.databaseUrl === undefined ? ["postgres"] : []),
    ...(config.clickhouseUrl === undefined ? ["clickhouse"] : []),
  ].map((name) => join(config.dataFolder, name));
}

async function hasFreeSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= MIN_FREE_BYTES;
}

/** Checks whether a report that arrives now can be stored and acknowledged, by the disk and the results of the last ones. */
export function createIntakeHealth(deps: {
  config: Pick<Config, "dataFolder" | "databaseUrl" | "clickhouseUrl">;
  storageRetry: Pick<ReturnType<typeof createStorageRetry>, "findTrouble">;
}) {
  const folders = listFolders(deps.config);
  return {
    async check(): Promise<{ isOk: boolean; reason?: HealthReason }> {
      const hasSpace = await Promise.all(folders.map(hasFreeSpace));
      if (hasSpace.includes(false)) return { isOk: false, reason: "disk-full" };
      const reason = deps.storageRetry.findTrouble();
      return reason === undefined ? { isOk: true } : { isOk: false, reason };
    },
  };
}
