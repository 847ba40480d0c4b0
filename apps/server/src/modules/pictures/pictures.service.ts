import { randomUUID } from "node:crypto";
import type { Clock } from "../../infra/clock.ts";
import type { FileStore } from "../../infra/files/file-store.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { FileAnswer, Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import type { PictureShape } from "./picture-rules.ts";
import { takeInPicture } from "./picture-rules.ts";
import type { PicturePurpose } from "./pictures.repository.ts";
import {
  claimPicture,
  countUnclaimed,
  deletePicture,
  findClaimedType,
  insertReserved,
  listUnclaimedIds,
  lockUnclaimed,
  lockUploads,
  releasePicture,
  writeFacts,
} from "./pictures.repository.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export { releasePicture };

const MOST_UNUSED_AN_HOUR = 20;
const publicPurposes: readonly PicturePurpose[] = ["provider-qr"];
const shapes: Record<PicturePurpose, PictureShape> = { "provider-qr": "whole", avatar: "square" };

export interface UploadedPicture {
  pictureId: string;
  width: number;
  height: number;
}

/** Uploaded pictures: taken in, claimed by what shows them, given up, served and removed. */
export function createPictureService({ db, files, clock }: { db: Db; files: FileStore; clock: Clock }) {
  /** Removes row and file, unless something uses the picture. */
  async function remove(pictureId: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      // A claim either came first, and the picture stays, or waits here and then finds nothing to claim.
      if (!(await lockUnclaimed(trx, pictureId))) return;
      await deletePicture(trx, pictureId);
      // Before the commit: whatever happens in between, the row is still there and is looked at again.
      await files.delete(pictureId);
    });
  }

  /** Counts the picture before it costs anything; uploads of one account take turns here. */
  async function reserve(scope: Scope, purpose: PicturePurpose): Promise<string> {
    const pictureId = randomUUID();
    await db.transaction().execute(async (trx) => {
      await lockUploads(trx, scope);
      if ((await countUnclaimed(trx, scope, new Date(clock.now() - HOUR_MS))) >= MOST_UNUSED_AN_HOUR)
        throw new AppError("A0700", { messageKey: "file.tooMany" });
      await insertReserved(trx, scope, { pictureId, purpose });
    });
    return pictureId;
  }

  async function readClaimed(pictureId: string, purposes: readonly PicturePurpose[]): Promise<FileAnswer> {
    const contentType = await findClaimedType(db, pictureId, purposes);
    const content = contentType === undefined ? undefined : await files.find(pictureId);
    if (contentType === undefined || !content) throw new AppError("A0404");
    return { content, contentType, fileName: `picture.${contentType.split("/")[1]}` };
  }

  return {
    /** Throws A0700 with the sentence that says why. */
    async upload(scope: Scope, purpose: PicturePurpose, file: Uint8Array): Promise<UploadedPicture> {
      const pictureId = await reserve(scope, purpose);
      try {
        const { content, ...picture } = await takeInPicture(file, shapes[purpose]);
        await files.put(pictureId, content);
        await writeFacts(db, pictureId, { ...picture, sizeBytes: content.byteLength });
        return { pictureId, width: picture.width, height: picture.height };
      } catch (error) {
        // What cannot be cleared up now goes with the next sweep; the caller hears why the upload failed.
        await remove(pictureId).catch(() => undefined);
        throw error;
      }
    },

    /** In the transaction of the form that names the picture; false when it is not the caller's to use. */
    claim: (trx: Transaction, scope: Scope, picture: { pictureId: string; purpose: PicturePurpose }) =>
      claimPicture(trx, scope, picture),

    /** In the transaction of the change that no longer names it; `removeReleased` follows the commit. */
    release: (trx: Transaction, pictureId: string) => releasePicture(trx, pictureId),

    removeReleased: remove,

    getPublic: (pictureId: string): Promise<FileAnswer> => readClaimed(pictureId, publicPurposes),

    /** Of an account; whose it is and who may see it is checked by the caller. */
    getAvatar: (pictureId: string): Promise<FileAnswer> => readClaimed(pictureId, ["avatar"]),

    /** Removes what nobody used within a day, and what a crash left between a change and its clearing up. */
    async sweep(): Promise<void> {
      for (const pictureId of await listUnclaimedIds(db, new Date(clock.now() - DAY_MS)))
        await remove(pictureId);
    },
  };
}

export type PictureService = ReturnType<typeof createPictureService>;
