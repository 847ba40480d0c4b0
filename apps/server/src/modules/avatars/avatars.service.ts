import type { Db } from "../../infra/postgres/database.ts";
import type { FileAnswer, Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import type { PictureService } from "../pictures/pictures.service.ts";
import { isAvatarOf, lockAvatarId, updateAvatarId } from "./avatars.repository.ts";

interface Actor {
  scope: Scope;
  address: string;
}

const purpose = "avatar" as const;

/** The pictures of accounts (R3.6): set and removed by the account itself, seen by it and by who may read it. */
export function createAvatarService({ db, pictures }: { db: Db; pictures: PictureService }) {
  /** Exchanges the caller's picture for another or none, and removes the one before. */
  async function exchange({ scope, address }: Actor, avatarId: string | null): Promise<void> {
    const accountId = scope.accountId as string;
    const before = await db.transaction().execute(async (trx) => {
      const current = await lockAvatarId(trx, accountId);
      // Cancelled since the request began: a picture claimed now would never be released.
      if (current === undefined) throw new AppError("A0404");
      if (current === avatarId) return null;
      if (avatarId !== null && !(await pictures.claim(trx, scope, { pictureId: avatarId, purpose })))
        throw new AppError("A0440", { messageKey: "field.pictureGone" });
      await updateAvatarId(trx, accountId, avatarId);
      if (current !== null) await pictures.release(trx, current);
      await writeAudit(trx, {
        kind: "operation",
        type: "account.update",
        actorId: accountId,
        companyId: scope.companyId,
        objectType: "account",
        objectId: accountId,
        new: { fields: ["avatar"] },
        method: "api",
        address,
      });
      return current;
    });
    if (before !== null) await pictures.removeReleased(before);
  }

  return {
    async upload(actor: Actor, file: Uint8Array): Promise<{ avatarId: string }> {
      const { pictureId } = await pictures.upload(actor.scope, purpose, file);
      await exchange(actor, pictureId);
      return { avatarId: pictureId };
    },

    remove: (actor: Actor): Promise<void> => exchange(actor, null),

    /** Throws A0404 for any other picture than the account's current one. */
    async get(avatar: { accountId: string; avatarId: string }): Promise<FileAnswer> {
      if (!(await isAvatarOf(db, avatar))) throw new AppError("A0404");
      return await pictures.getAvatar(avatar.avatarId);
    },
  };
}

export type AvatarService = ReturnType<typeof createAvatarService>;
