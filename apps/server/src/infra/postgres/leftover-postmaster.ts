import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../logger.ts";
import { StartError } from "../start-error.ts";

export const socketFolderPrefix = "heliograph-";
const stopWithinMs = 60_000;

/** Command line of a running process; empty when it is gone or only waits to be reaped. */
function readCommandLine(pid: number): string {
  try {
    return process.platform === "linux"
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
      : execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

async function readPostmasterFile(folder: string): Promise<string[] | undefined> {
  try {
    return (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * A server killed with -9 leaves its PostgreSQL running. Only the holder of the server lock comes here, so whoever
 * still serves this folder is such a leftover: it is stopped in order, and its socket folder goes too.
 */
export async function stopLeftoverPostmaster(folder: string, logger: Logger): Promise<void> {
  const lines = await readPostmasterFile(folder);
  if (!lines) return;
  const pid = Number(lines[0]);
  const socketFolder = lines[4] ?? "";
  const isOurs = () => Number.isInteger(pid) && pid > 1 && readCommandLine(pid).includes(`-D ${folder} `);
  if (isOurs()) {
    logger.warn({ pid }, "PostgreSQL of a killed server still runs; stopping it");
    process.kill(pid, "SIGINT");
    const deadline = Date.now() + stopWithinMs;
    while (isOurs()) {
      if (Date.now() > deadline)
        throw new StartError(
          `A PostgreSQL of an earlier start (process ${pid}) does not stop: end it, then start again.`,
        );
      await delay(50);
    }
  }
  // A number of a process that is no longer ours would make PostgreSQL refuse its own folder.
  await rm(join(folder, "postmaster.pid"), { force: true });
  if (socketFolder.includes(`/${socketFolderPrefix}`) && dirname(socketFolder) !== "/")
    await rm(socketFolder, { recursive: true, force: true });
}
