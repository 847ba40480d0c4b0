import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "./start-error.ts";

export interface ServerLock {
  /** Writes this server's addresses to the side file, for the error of a second server and for other programs. */
  announce(address: string, mqtt?: string): void;
  release(): void;
}

const SQLITE_BUSY = 5;

// The garbage collector closes an unreferenced database, which would release its lock.
const heldLocks = new Set<DatabaseSync>();

function describeHolder(sideFile: string): string {
  try {
    const { pid, address } = JSON.parse(readFileSync(sideFile, "utf8")) as { pid: number; address?: string };
    return ` (process ${pid}${address ? `, ${address}` : ""})`;
  } catch {
    return "";
  }
}

/**
 * Ensures one server per data folder. The lock is SQLite's exclusive lock on an empty file: the kernel releases it with
 * the process, however that ends, which a pid file cannot guarantee.
 */
export function acquireServerLock(dataFolder: string): ServerLock {
  const sideFile = join(dataFolder, "server.json");
  const holder = new DatabaseSync(join(dataFolder, "server.lock"), { timeout: 0 });
  try {
    holder.exec("begin exclusive");
  } catch (cause) {
    holder.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause;
    throw new StartError(
      `Another Heliograph server${describeHolder(sideFile)} uses the data folder ${dataFolder}: stop it, or set HELIOGRAPH_DATA to another folder.`,
      { cause },
    );
  }
  const announce = (address?: string, mqtt?: string) =>
    writeFileSync(sideFile, `${JSON.stringify({ pid: process.pid, address, mqtt })}\n`);
  announce();
  heldLocks.add(holder);
  return {
    announce,
    release() {
      rmSync(sideFile, { force: true });
      holder.close();
      heldLocks.delete(holder);
    },
  };
}
