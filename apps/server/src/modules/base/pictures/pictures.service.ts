import { randomUUID } from "node:crypto";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { FileResponse } from "../access/file-response.ts";
import type { Scope } from "../access/scope.ts";
import { takeOverFormerFiles } from "./former-files.ts";
import type { ContentSize, PictureContent } from "./picture-contents.repository.ts";
import { findContent, storeContent } from "./picture-contents.repository.ts";
import type { PictureShape } from "./picture-rules.ts";
import { createThumbnail, reencodePicture, toJpeg } from "./picture-rules.ts";
import type { PicturePurpose, UnclaimedPicture } from "./pictures.repository.ts";
import {
  claimPicture,
  clearClaim,
  countUnclaimed,
  deletePicture,
  insertReserved,
  listUnclaimed,
  lockUnclaimed,
  lockUploads,
  writeFacts,
} from "./pictures.repository.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const MAX_UNUSED_PER_HOUR = 20;
const PUBLIC_PURPOSES: readonly PicturePurpose[] = ["provider-qr"];
const SHAPES: Record<PicturePurpose, PictureShape> = {
  "provider-qr": "whole",
  avatar: "square",
  plant: "whole",
  layout: "whole",
};

export interface UploadedPicture {
  pictureId: string;
  width: number;
  height: number;
}

/** Ends the use of a picture, which a job then deletes unless it is claimed again. */
export async function releasePicture(trx: Transaction, pictureId: string): Promise<void> {
  await clearClaim(trx, pictureId);
}

/** `small`: a square for lists, made at its first request. */
export type PictureSize = ContentSize;

const toFile = ({ content, contentType }: PictureContent): FileResponse => ({
  content,
  contentType,
  fileName: `picture.${contentType.split("/")[1]}`,
});

interface PictureDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Ids of those that a draft of their account names: it can still be saved with them. */
  readonly listInDrafts: (pictures: readonly UnclaimedPicture[]) => Promise<ReadonlySet<string>>;
}

/** Uploads, claims, releases, serves and removes pictures. */
export function createPictureService({ db, clock, listInDrafts }: PictureDeps) {
  /** Removes the picture, unless the picture is in use. */
  async function remove(pictureId: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      // A concurrent claim either came first, and the picture stays, or waits here and then finds nothing to claim.
      if (!(await lockUnclaimed(trx, pictureId))) return;
      await deletePicture(trx, pictureId);
    });
  }

  /** Counts the picture before it is decoded; uploads of one account are counted one at a time. */
  async function reserve(scope: Scope, purpose: PicturePurpose): Promise<string> {
    const pictureId = randomUUID();
    await db.transaction().execute(async (trx) => {
      await lockUploads(trx, scope);
      if ((await countUnclaimed(trx, scope, new Date(clock.now() - HOUR_MS))) >= MAX_UNUSED_PER_HOUR)
        throw new AppError("A0700", { messageKey: "file.tooMany" });
      await insertReserved(trx, scope, { pictureId, purpose });
    });
    return pictureId;
  }

  async function readClaimed(pictureId: string, purposes: readonly PicturePurpose[]): Promise<FileResponse> {
    const found = await findContent(db, { pictureId, size: "full" }, purposes);
    if (!found) throw new AppError("A0404");
    return toFile(found);
  }

  /** Makes the thumbnail at its first request, so that pictures stored earlier have one too. */
  async function readThumbnail(pictureId: string, purpose: PicturePurpose): Promise<FileResponse> {
    const stored = await findContent(db, { pictureId, size: "small" }, [purpose]);
    if (stored) return toFile(stored);
    const picture = await readClaimed(pictureId, [purpose]);
    const content = await createThumbnail(picture.content);
    await storeContent(db, { pictureId, size: "small", content });
    return { ...picture, content };
  }

  return {
    /** Throws A0700 with the reason. */
    async upload(scope: Scope, purpose: PicturePurpose, file: Uint8Array): Promise<UploadedPicture> {
      const pictureId = await reserve(scope, purpose);
      try {
        const { content, ...picture } = await reencodePicture(file, SHAPES[purpose]);
        await db.transaction().execute(async (trx) => {
          await storeContent(trx, { pictureId, size: "full", content });
          await writeFacts(trx, pictureId, { ...picture, sizeBytes: content.byteLength });
        });
        return { pictureId, width: picture.width, height: picture.height };
      } catch (error) {
        // If this fails too, the next sweep removes the picture; the caller gets the first error.
        await remove(pictureId).catch(() => undefined);
        throw error;
      }
    },

    /** Called in the transaction of the form that names the picture; false if the caller may not use it. */
    claim: (trx: Transaction, scope: Scope, picture: { pictureId: string; purpose: PicturePurpose }) =>
      claimPicture(trx, scope, picture),

    /** Called in the transaction of the change that no longer names it; `removeReleased` follows the commit. */
    release: releasePicture,

    removeReleased: remove,

    getPublic: (pictureId: string): Promise<FileResponse> => readClaimed(pictureId, PUBLIC_PURPOSES),

    /** Avatar of an account; the caller checks access to the account. */
    getAvatar: (pictureId: string): Promise<FileResponse> => readClaimed(pictureId, ["avatar"]),

    /** Picture of a plant; the caller checks access to the plant. */
    getOfPlant: (pictureId: string, size: PictureSize): Promise<FileResponse> =>
      size === "small" ? readThumbnail(pictureId, "plant") : readClaimed(pictureId, ["plant"]),

    takeOverFormerFiles: (folder: string) => takeOverFormerFiles(db, folder),

    /** Photograph of a layout; the caller checks access to the layout. */
    getOfLayout: (pictureId: string): Promise<FileResponse> => readClaimed(pictureId, ["layout"]),

    /** The same for a document; undefined where there is none. */
    async findJpegOfLayout(pictureId: string): Promise<Uint8Array | undefined> {
      const found = await findContent(db, { pictureId, size: "full" }, ["layout"]);
      return found && (await toJpeg(found.content));
    },

    /** Removes pictures that are unused after a day and named in no draft, and those left over by a crash. */
    async sweep(): Promise<void> {
      const before = new Date(clock.now() - DAY_MS);
      for (let after: string | null | undefined = null; after !== undefined; ) {
        const unused: UnclaimedPicture[] = await listUnclaimed(db, { before, after });
        const kept = await listInDrafts(unused);
        for (const { id } of unused) if (!kept.has(id)) await remove(id);
        after = unused.at(-1)?.id;
      }
    },
  };
}

export type PictureService = ReturnType<typeof createPictureService>;
