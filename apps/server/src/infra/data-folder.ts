import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

// Both databases create about 100 MB of files before the first row is stored.
const MIN_FREE_BYTES = 128 * 1024 * 1024;

const DISK_ERRORS: Record<string, string> = {
  EACCES: "cannot be written by this user: change its owner, or set HELIOGRAPH_DATA to a folder of your own.",
  EPERM: "cannot be written by this user: change its owner, or set HELIOGRAPH_DATA to a folder of your own.",
  EROFS: "is on a read-only disk: set HELIOGRAPH_DATA to a folder on a disk that can be written.",
  ENOSPC: "is on a full disk: free some space, or set HELIOGRAPH_DATA to a folder on another disk.",
  EDQUOT: "exceeds your disk quota: free some space, or set HELIOGRAPH_DATA to a folder on another disk.",
  EEXIST: "is a file, not a folder: set HELIOGRAPH_DATA to a folder.",
  ENOTDIR: "is below a file: set HELIOGRAPH_DATA to a folder.",
};

/** Explains a disk error of the data folder; undefined for any other error. */
export function explainDiskError(dataFolder: string, error: unknown): StartError | undefined {
  const sentence = DISK_ERRORS[(error as NodeJS.ErrnoException).code ?? ""];
  return sentence ? new StartError(`The data folder ${dataFolder} ${sentence}`, { cause: error }) : undefined;
}

function checkWritable(dataFolder: string): void {
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

/** Creates the folder, and checks that it is writable and has enough free space. Throws StartError. */
export function prepareDataFolder(dataFolder: string): void {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    checkWritable(dataFolder);
  } catch (error) {
    throw explainDiskError(dataFolder, error) ?? error;
  }
  const { bavail, bsize } = statfsSync(dataFolder);
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new StartError(
      `The data folder ${dataFolder} has ${Math.floor((bavail * bsize) / 1_048_576)} MB of free disk, and a server needs ${MIN_FREE_BYTES / 1_048_576}: free some space, or set HELIOGRAPH_DATA to a folder on another disk.`,
    );
}
