import { AppError } from "../../../errors.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { FileResponse } from "../../base/access/file-response.ts";
import type { Actor } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { PictureService } from "../../base/pictures/pictures.service.ts";
import { lockAccount, updateAccount } from "../accounts/accounts.service.ts";
import { isAvatarOf } from "./avatars.repository.ts";

const PURPOSE = "avatar";

/** The pictures of accounts (R3.6): set and removed by the account itself, visible to it and to callers who may read it. */
export function createAvatarService({ db, pictures }: { db: Db; pictures: PictureService }) {
  /** Replaces the caller's picture by another or none, and removes the previous one. */
  async function replace({ scope, address }: Actor, avatarId: string | null): Promise<void> {
    const accountId = scope.accountId as string;
    const before = await db.transaction().execute(async (trx) => {
      const account = await lockAccount(trx, accountId, "no key update");
      // Cancelled since the request started: a picture claimed now would never be released.
      if (!account || account.isCancelled) throw new AppError("A0404");
      const current = account.avatarId;
      if (current === avatarId) return null;
      if (avatarId !== null && !(await pictures.claim(trx, scope, { pictureId: avatarId, purpose: PURPOSE })))
        throw new AppError("A0440", { messageKey: "field.pictureGone" });
      await updateAccount(trx, accountId, { avatarId });
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
      const { pictureId } = await pictures.upload(actor.scope, PURPOSE, file);
      await replace(actor, pictureId);
      return { avatarId: pictureId };
    },

    remove: (actor: Actor): Promise<void> => replace(actor, null),

    /** Throws A0404 for any picture but the account's current one. */
    async get(avatar: { accountId: string; avatarId: string }): Promise<FileResponse> {
      if (!(await isAvatarOf(db, avatar))) throw new AppError("A0404");
      return await pictures.getAvatar(avatar.avatarId);
    },
  };
}

export type AvatarService = ReturnType<typeof createAvatarService>;
