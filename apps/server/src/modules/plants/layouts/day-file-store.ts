import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A day of a plant. */
export interface DayFileKey {
  readonly plantKey: number;
  /** `2026-06-18`. */
  readonly day: string;
  /** Changes when a window of the day is computed again. */
  readonly revision: string;
}

const SUFFIX = ".hgday.gz";

const hash = (revision: string): string => createHash("sha256").update(revision).digest("hex").slice(0, 16);

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/**
 * Day files of days that are over, in a folder: they outlive a restart. A file of another revision of the day is deleted when
 * the day is stored again, and those used longest ago when there are more bytes than allowed. Losing a file loses nothing.
 */
export function createDayFileStore(folder: string, maxBytes: number) {
  let bytes: number | undefined;
  /** Removing files, one run after another. */
  let cleaning: Promise<void> = Promise.resolve();

  const nameOf = ({ plantKey, day, revision }: DayFileKey): string =>
    `${plantKey}-${day}-${hash(revision)}${SUFFIX}`;

  async function listFiles() {
    const names = await readdir(folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const found = await stat(join(folder, name)).catch(() => undefined);
        return found && { name, size: found.size, usedAt: found.mtimeMs };
      }),
    );
    return files.filter((file) => file !== undefined);
  }

  async function clean(key: DayFileKey, added: number): Promise<void> {
    const day = `${key.plantKey}-${key.day}-`;
    if (bytes !== undefined && bytes + added <= maxBytes) {
      bytes += added;
      for (const name of await readdir(folder))
        if (name.startsWith(day) && name !== nameOf(key)) await rm(join(folder, name), { force: true });
      return;
    }
    const files = (await listFiles()).sort((one, other) => one.usedAt - other.usedAt);
    let total = files.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size } of files) {
      const isOld = name.startsWith(day) && name !== nameOf(key);
      if (!isOld && total <= maxBytes) continue;
      await rm(join(folder, name), { force: true });
      total -= size;
    }
    bytes = total;
  }

  return {
    async find(key: DayFileKey): Promise<Uint8Array | undefined> {
      const path = join(folder, nameOf(key));
      try {
        const content = await readFile(path);
        const now = new Date();
        await utimes(path, now, now);
        return content;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async add(key: DayFileKey, content: Uint8Array): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, nameOf(key));
      const partialPath = `${path}.${randomUUID()}`;
      try {
        await writeFile(partialPath, content, { mode: 0o600 });
        await rename(partialPath, path);
      } catch (error) {
        await rm(partialPath, { force: true });
        throw error;
      }
      cleaning = cleaning.then(() => clean(key, content.length)).catch(() => undefined);
      await cleaning;
    },
  };
}
