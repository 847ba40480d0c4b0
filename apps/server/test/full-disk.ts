import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  /** Fills all free space; can be repeated when the server freed some. */
  fill(): void;
  free(): void;
  unmount(): void;
}

/** Mounts a disk in memory at this folder; undefined without the right to mount. */
export function mountSmallDisk(folder: string, sizeMb: number): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const options = `size=${sizeMb}m,mode=0700`;
  if (spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status !== 0) return undefined;
  const filling = join(folder, "filling");
  return {
    fill() {
      const file = openSync(filling, "a");
      try {
        for (const size of [1_048_576, 4_096]) {
          const block = Buffer.alloc(size);
          try {
            for (;;) writeSync(file, block);
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
          }
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filling, { force: true }),
    unmount: () => void spawnSync("umount", ["-l", folder]),
  };
}

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-disk-"));
  const disk = mountSmallDisk(folder, 1);
  disk?.unmount();
  rmSync(folder, { recursive: true, force: true });
  return disk !== undefined;
}

/** Whether this user may mount a disk; a test that needs one is skipped by name otherwise. */
export const canMount = tryMount();
