import type { BodyOf, Draft, DraftForm, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { lockAccount } from "../accounts/accounts.service.ts";
import type { DraftKey } from "./drafts.repository.ts";
import {
  deleteDraft,
  deleteOldest,
  deleteSavedBefore,
  findDraft,
  listContained,
  writeDraft,
} from "./drafts.repository.ts";

const RETENTION_MS = 30 * 86_400_000;
/** Drafts of an account; saving another one deletes the oldest. */
const MAX_PER_ACCOUNT = 50;

/** Form input that users have typed and not submitted; each account reads its own only. */
export function createDraftsService({ db, clock }: { db: Db; clock: Clock }) {
  const keyOf = (scope: Scope, { form, id }: { form: DraftForm; id?: string | undefined }): DraftKey => ({
    accountId: scope.accountId as string,
    form,
    objectId: id ?? null,
  });

  return {
    async save(scope: Scope, draft: BodyOf<typeof endpoints.draft.save>): Promise<void> {
      const key = keyOf(scope, draft);
      const { body, revision = null } = draft;
      if (body === null) return await deleteDraft(db, key);
      const { accountId } = key;
      await db.transaction().execute(async (trx) => {
        // Serializes the saves of an account, so that its drafts are counted, and refuses a cancelled one.
        const account = await lockAccount(trx, accountId, "no key update");
        if (!account || account.isCancelled) throw new AppError("A0201");
        await writeDraft(trx, key, { body: JSON.stringify(body), revision, savedAt: new Date(clock.now()) });
        await deleteOldest(trx, { accountId, keep: MAX_PER_ACCOUNT });
      });
    },

    async find(scope: Scope, query: { form: DraftForm; id?: string | undefined }): Promise<Draft | null> {
      const row = await findDraft(db, keyOf(scope, query));
      // Expired and not swept yet.
      if (!row || row.savedAt.getTime() < clock.now() - RETENTION_MS) return null;
      return { body: JSON.parse(row.body), revision: row.revision, savedAt: row.savedAt.toISOString() };
    },

    /** Ids of the uploads that a draft of their account names. */
    async listUploads(
      uploads: readonly { id: string; uploadedBy: string | null }[],
    ): Promise<ReadonlySet<string>> {
      const named = uploads.flatMap(({ id, uploadedBy }) =>
        uploadedBy === null ? [] : [{ id, accountId: uploadedBy }],
      );
      return new Set(named.length === 0 ? [] : await listContained(db, named));
    },

    /** Deletes expired drafts; one process calls it periodically. */
    async sweep(): Promise<void> {
      await deleteSavedBefore(db, new Date(clock.now() - RETENTION_MS));
    },
  };
}

export type DraftsService = ReturnType<typeof createDraftsService>;
