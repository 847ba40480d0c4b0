import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "./start-error.ts";

export interface ServerLock {
  /** Tells the side file where this server answers, for whoever is refused later and for programs that look for it. */
  announce(address: string, mqtt?: string): void;
  release(): void;
}

const errorBusy = 5;

// A database nobody refers to any more is closed by the garbage collector, and its lock would go with it.
const held = new Set<DatabaseSync>();

function describeHolder(sideFile: string): string {
  try {
    const { pid, address } = JSON.parse(readFileSync(sideFile, "utf8")) as { pid: number; address?: string };
    return ` (process ${pid}${address ? `, ${address}` : ""})`;
  } catch {
    return "";
  }
}

/**
 * One server per data folder. The lock is SQLite's exclusive lock on an empty file: the kernel holds it and drops it
 * with the process, however that ends, which no file with a process number in it can promise.
 */
export function takeServerLock(dataFolder: string): ServerLock {
  const sideFile = join(dataFolder, "server.json");
  const holder = new DatabaseSync(join(dataFolder, "server.lock"), { timeout: 0 });
  try {
    holder.exec("begin exclusive");
  } catch (cause) {
    holder.close();
    if ((cause as { errcode?: number }).errcode !== errorBusy) throw cause;
    throw new StartError(
      `Another Heliograph server${describeHolder(sideFile)} uses the data folder ${dataFolder}: stop it, or set HELIOGRAPH_DATA to another folder.`,
      { cause },
    );
  }
  const announce = (address?: string, mqtt?: string) =>
    writeFileSync(sideFile, `${JSON.stringify({ pid: process.pid, address, mqtt })}\n`);
  announce();
  held.add(holder);
  return {
    announce,
    release() {
      rmSync(sideFile, { force: true });
      holder.close();
      held.delete(holder);
    },
  };
}
