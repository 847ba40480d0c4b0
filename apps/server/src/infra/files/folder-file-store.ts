import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileStore } from "./file-store.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Files of a local folder, spread over 256 folders by the first characters of their names. */
export function createFolderFileStore(folder: string): FileStore {
  function pathOf(fileId: string): string {
    // A name is never a path, so no caller gets outside the folder.
    if (!uuid.test(fileId)) throw new Error("a stored file is named by a lower-case UUID");
    return join(folder, fileId.slice(0, 2), fileId);
  }

  return {
    async put(fileId, content) {
      const path = pathOf(fileId);
      const partialPath = `${path}.${randomUUID()}.part`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await writeWhole(partialPath, content);
        await rename(partialPath, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(partialPath, { force: true });
        throw error;
      }
    },
    async find(fileId) {
      try {
        return await readFile(pathOf(fileId));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async delete(fileId) {
      await rm(pathOf(fileId), { force: true });
    },
  };
}
