import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "../../../infra/postgres/database.ts";
import { listWithoutContent, storeContent } from "./picture-contents.repository.ts";

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Takes over the pictures that former versions kept as files of this host, and removes that folder. */
export async function takeOverFormerFiles(db: Db, folder: string): Promise<void> {
  for (const pictureId of await listWithoutContent(db)) {
    const content = await readIfThere(join(folder, pictureId.slice(0, 2), pictureId));
    if (content) await storeContent(db, { pictureId, size: "full", content });
  }
  await rm(folder, { recursive: true, force: true });
}
