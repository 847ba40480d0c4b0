import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

/** Identifies a draft: one account, one form, one record or none. */
export interface DraftKey {
  readonly accountId: string;
  readonly form: string;
  readonly objectId: string | null;
}

export interface DraftRow {
  readonly body: string;
  readonly revision: string | null;
  readonly savedAt: Date;
}

const hasKey = ({ accountId, form, objectId }: DraftKey) => sql`
  account_id = ${accountId} and form = ${form} and object_id is not distinct from ${objectId}`;

export async function findDraft(db: Db, key: DraftKey): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select body, revision, saved_at as "savedAt" from drafts where ${hasKey(key)}`.execute(db);
  return rows[0];
}

export async function writeDraft(trx: Transaction, key: DraftKey, row: DraftRow): Promise<void> {
  await sql`
    insert into drafts (account_id, form, object_id, revision, body, saved_at)
    values (${key.accountId}, ${key.form}, ${key.objectId}, ${row.revision}, ${row.body}, ${row.savedAt})
    on conflict (account_id, form, object_id) do update
      set revision = excluded.revision, body = excluded.body, saved_at = excluded.saved_at`.execute(trx);
}

/** Deletes the oldest drafts of an account beyond a number. */
export async function deleteOldest(
  trx: Transaction,
  { accountId, keep }: { accountId: string; keep: number },
): Promise<void> {
  await sql`
    delete from drafts d using (
      select form, object_id from drafts where account_id = ${accountId}
      order by saved_at desc, form, object_id offset ${keep}
    ) old
    where d.account_id = ${accountId} and d.form = old.form
      and d.object_id is not distinct from old.object_id`.execute(trx);
}

export async function deleteDraft(db: Db, key: DraftKey): Promise<void> {
  await sql`delete from drafts where ${hasKey(key)}`.execute(db);
}

/** Those of these ids that a draft of their account contains. */
export async function listContained(
  db: Db,
  named: readonly { id: string; accountId: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select named.id
    from unnest(${named.map(({ id }) => id)}::text[], ${named.map(({ accountId }) => accountId)}::uuid[])
      as named (id, account_id)
    where exists (select from drafts d where d.account_id = named.account_id and position(named.id in d.body) > 0)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function deleteSavedBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from drafts where saved_at < ${before}`.execute(db);
}
