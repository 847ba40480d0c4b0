import type { DataInputOf, endpoints, LayoutDraft } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { FileResponse } from "../../base/access/file-response.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { PlantAccess, PlantLevel } from "../../base/access/plant-access.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { PictureService } from "../../base/pictures/pictures.service.ts";
import {
  deleteUnnamed,
  findPublishedBackground,
  insertPicture,
  isPictureOf,
} from "./layout-pictures.repository.ts";

const DAY_MS = 86_400_000;
/** Those who edit the layout see the pictures of its draft too. */
const editors: readonly PlantLevel[] = ["owner", "administrator", "installer"];

export type LayoutPictures = Pick<
  PictureService,
  "upload" | "claim" | "release" | "removeReleased" | "getOfLayout" | "findJpegOfLayout"
>;

/** Throws A0400 where the layout names a picture that was not uploaded for the plant. */
export async function checkBackground(
  db: Db | Transaction,
  plant: PlantInScope,
  { background }: LayoutDraft,
): Promise<void> {
  if (background !== undefined && !(await isPictureOf(db, plant, background.pictureKey)))
    throw new AppError("A0400", {
      fields: [{ path: "layout.background.pictureKey", key: "field.pictureGone" }],
    });
}

/** Photographs under the modules of a plant's layout. */
export function createLayoutPictures(deps: { db: Db; clock: Clock; pictures: LayoutPictures }) {
  const { db, clock, pictures } = deps;

  /** Undo may still name a picture that was taken out a while ago, so those of the last day stay. */
  async function removeUnnamed(plant: PlantInScope): Promise<void> {
    const unnamed = await db.transaction().execute(async (trx) => {
      const ids = await deleteUnnamed(trx, plant, new Date(clock.now() - DAY_MS));
      for (const id of ids) await pictures.release(trx, id);
      return ids;
    });
    for (const id of unnamed) await pictures.removeReleased(id);
  }

  return {
    /** Throws A0700 with the reason. */
    async uploadPicture(
      scope: Scope,
      plant: PlantAccess,
      file: Uint8Array,
    ): Promise<DataInputOf<typeof endpoints.layout.uploadPicture>> {
      await removeUnnamed(plant);
      const uploaded = await pictures.upload(scope, "layout", file);
      await db.transaction().execute(async (trx) => {
        const { pictureId } = uploaded;
        if (!(await pictures.claim(trx, scope, { pictureId, purpose: "layout" })))
          throw new AppError("A0404");
        await insertPicture(trx, plant, { pictureId, at: new Date(clock.now()) });
      });
      return uploaded;
    },

    /** The picture of the published layout; for those who edit it any of the plant's. A0404 otherwise. */
    async picture(plant: PlantAccess, pictureId: string): Promise<FileResponse> {
      const isShown = editors.includes(plant.level)
        ? await isPictureOf(db, plant, pictureId)
        : (await findPublishedBackground(db, plant))?.pictureKey === pictureId;
      if (!isShown) throw new AppError("A0404");
      return await pictures.getOfLayout(pictureId);
    },
  };
}
