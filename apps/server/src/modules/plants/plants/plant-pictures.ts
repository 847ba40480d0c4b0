import { AppError } from "../../../errors.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { FileResponse } from "../../base/access/file-response.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { PictureService, PictureSize } from "../../base/pictures/pictures.service.ts";
import { isPictureOf } from "./plant-pictures.repository.ts";

const PURPOSE = "plant";

export type PlantPictures = ReturnType<typeof createPlantPictures>;

/** The picture of a plant (R5.7: at most one). */
export function createPlantPictures({ db, pictures }: { db: Db; pictures: PictureService }) {
  return {
    upload: (scope: Scope, file: Uint8Array) => pictures.upload(scope, PURPOSE, file),

    /** Throws A0404 for any picture but the plant's current one. */
    async get(
      plant: PlantInScope,
      { pictureId, size }: { pictureId: string; size: PictureSize },
    ): Promise<FileResponse> {
      if (!(await isPictureOf(db, plant, pictureId))) throw new AppError("A0404");
      return await pictures.getOfPlant(pictureId, size);
    },

    /** Claims the new picture and releases the previous one; returns the picture to remove after the commit. */
    async exchange(
      trx: Transaction,
      scope: Scope,
      { from, to }: { from: string | null; to: string | null },
    ): Promise<string | null> {
      if (to !== null && !(await pictures.claim(trx, scope, { pictureId: to, purpose: PURPOSE })))
        throw new AppError("A0400", { fields: [{ path: "pictureId", key: "field.pictureGone" }] });
      if (from !== null) await pictures.release(trx, from);
      return from;
    },

    removeReleased: (pictureId: string): Promise<void> => pictures.removeReleased(pictureId),
  };
}
