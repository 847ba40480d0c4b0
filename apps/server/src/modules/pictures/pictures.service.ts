import { randomUUID } from "node:crypto";
import type { Clock } from "../../infra/clock.ts";
import type { FileStore } from "../../infra/files/file-store.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { FileAnswer, Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { takeInPicture } from "./picture-rules.ts";
import type { PicturePurpose } from "./pictures.repository.ts";
import {
  claimPicture,
  countUnclaimed,
  deleteUnclaimed,
  findClaimedType,
  insertPicture,
  listUnclaimedIds,
  releasePicture,
} from "./pictures.repository.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_UNUSED_AN_HOUR = 20;
const publicPurposes: readonly PicturePurpose[] = ["provider-qr"];

export interface UploadedPicture {
  pictureId: string;
  width: number;
  height: number;
}

/** Uploaded pictures: taken in, claimed by what shows them, given up, served and removed. */
export function createPictureService({ db, files, clock }: { db: Db; files: FileStore; clock: Clock }) {
  async function remove(pictureId: string): Promise<void> {
    // The file first: whatever happens in between, the row still knows of it and is looked at again.
    await files.delete(pictureId);
    await deleteUnclaimed(db, pictureId);
  }

  return {
    /** Throws A0700 with the sentence that says why. */
    async upload(scope: Scope, purpose: PicturePurpose, file: Uint8Array): Promise<UploadedPicture> {
      if ((await countUnclaimed(db, scope, new Date(clock.now() - HOUR_MS))) >= MOST_UNUSED_AN_HOUR)
        throw new AppError("A0700", { messageKey: "file.tooMany" });
      const { content, ...picture } = await takeInPicture(file);
      const pictureId = randomUUID();
      await insertPicture(db, scope, { ...picture, pictureId, purpose, sizeBytes: content.byteLength });
      try {
        await files.put(pictureId, content);
      } catch (error) {
        await deleteUnclaimed(db, pictureId);
        throw error;
      }
      return { pictureId, width: picture.width, height: picture.height };
    },

    /** In the transaction of the form that names the picture; false when it is not the caller's to use. */
    claim: (trx: Transaction, scope: Scope, picture: { pictureId: string; purpose: PicturePurpose }) =>
      claimPicture(trx, scope, picture),

    /** In the transaction of the change that no longer names it; `removeReleased` follows the commit. */
    release: (trx: Transaction, pictureId: string) => releasePicture(trx, pictureId),

    removeReleased: remove,

    async getPublic(pictureId: string): Promise<FileAnswer> {
      const contentType = await findClaimedType(db, pictureId, publicPurposes);
      const content = contentType === undefined ? undefined : await files.find(pictureId);
      if (contentType === undefined || !content) throw new AppError("A0404");
      return { content, contentType, fileName: `picture.${contentType.split("/")[1]}` };
    },

    /** Removes what nobody used within a day, and what a crash left between a change and its clearing up. */
    async sweep(): Promise<void> {
      for (const pictureId of await listUnclaimedIds(db, new Date(clock.now() - DAY_MS)))
        await remove(pictureId);
    },
  };
}

export type PictureService = ReturnType<typeof createPictureService>;
