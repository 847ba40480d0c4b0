import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

// Both databases make about 100 MB of files before the first row is stored.
const leastFreeBytes = 128 * 1024 * 1024;

const sentences: Record<string, string> = {
  EACCES: "cannot be written by this user: change its owner, or set HELIOGRAPH_DATA to a folder of your own.",
  EPERM: "cannot be written by this user: change its owner, or set HELIOGRAPH_DATA to a folder of your own.",
  EROFS: "lies on a read-only disk: set HELIOGRAPH_DATA to a folder on a disk that can be written.",
  ENOSPC: "lies on a full disk: make room, or set HELIOGRAPH_DATA to a folder on another disk.",
  EDQUOT: "is beyond your quota: make room, or set HELIOGRAPH_DATA to a folder on another disk.",
  EEXIST: "is a file, not a folder: set HELIOGRAPH_DATA to a folder.",
  ENOTDIR: "lies below a file: set HELIOGRAPH_DATA to a folder.",
};

/** The sentence for an error of the disk under the data folder; undefined for any other error. */
export function explainDiskError(dataFolder: string, error: unknown): StartError | undefined {
  const sentence = sentences[(error as NodeJS.ErrnoException).code ?? ""];
  return sentence ? new StartError(`The data folder ${dataFolder} ${sentence}`, { cause: error }) : undefined;
}

function tryWriting(dataFolder: string): void {
  const probe = join(dataFolder, ".write-probe");
  const file = openSync(probe, "w", 0o600);
  try {
    writeSync(file, Buffer.alloc(64 * 1024));
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(probe, { force: true });
  }
}

/** Makes the folder, and makes sure that it can be written and has room. Throws StartError. */
export function prepareDataFolder(dataFolder: string): void {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    tryWriting(dataFolder);
  } catch (error) {
    throw explainDiskError(dataFolder, error) ?? error;
  }
  const { bavail, bsize } = statfsSync(dataFolder);
  if (bavail * bsize < leastFreeBytes)
    throw new StartError(
      `The data folder ${dataFolder} has ${Math.floor((bavail * bsize) / 1_048_576)} MB of free disk, and a server needs ${leastFreeBytes / 1_048_576}: make room, or set HELIOGRAPH_DATA to a folder on another disk.`,
    );
}
