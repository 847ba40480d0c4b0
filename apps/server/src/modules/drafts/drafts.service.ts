import type { BodyOf, Draft, DraftForm, endpoints } from "@heliograph/contract";
import type { Clock } from "../../infra/clock.ts";
import type { Db } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import type { DraftKey } from "./drafts.repository.ts";
import {
  deleteDraft,
  deleteOldest,
  deleteSavedBefore,
  findDraft,
  isAlive,
  writeDraft,
} from "./drafts.repository.ts";

const KEPT_MS = 30 * 86_400_000;
/** The oldest make room. */
const MOST_OF_AN_ACCOUNT = 50;

/** What people have typed and not sent, each account's for itself. */
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
        if (!(await isAlive(trx, accountId))) throw new AppError("A0201");
        await writeDraft(trx, key, { body: JSON.stringify(body), revision, savedAt: new Date(clock.now()) });
        await deleteOldest(trx, { accountId, most: MOST_OF_AN_ACCOUNT });
      });
    },

    async find(scope: Scope, asked: { form: DraftForm; id?: string | undefined }): Promise<Draft | null> {
      const row = await findDraft(db, keyOf(scope, asked));
      // What is swept next is over already.
      if (!row || row.savedAt.getTime() < clock.now() - KEPT_MS) return null;
      return { body: JSON.parse(row.body), revision: row.revision, savedAt: row.savedAt.toISOString() };
    },

    /** Removes what is over; called now and then by one process. */
    async sweep(): Promise<void> {
      await deleteSavedBefore(db, new Date(clock.now() - KEPT_MS));
    },
  };
}

export type DraftsService = ReturnType<typeof createDraftsService>;
