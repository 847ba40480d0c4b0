import type { LayoutDraft } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";

export interface DraftRow {
  readonly revision: number;
  readonly savedAt: Date;
  readonly savedById: string | null;
  /** Null when the account no longer exists. */
  readonly savedBy: string | null;
  readonly body: LayoutDraft;
}

/** The draft of a plant; locked, its next save waits for the transaction. */
export async function findDraft(
  db: Db | Transaction,
  { plantId }: PlantInScope,
  { isLocked }: { isLocked: boolean },
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select v.revision, v.updated_at as "savedAt", v.updated_by as "savedById", v.body,
      (select user_name from accounts a where a.id = v.updated_by and a.cancelled_at is null) as "savedBy"
    from layout_versions v
    where v.plant_id = ${plantId} and v.state = 'draft' and v.body is not null
    ${isLocked ? sql`for update of v` : sql``}`.execute(db);
  return rows[0];
}

export interface SavedDraft {
  readonly plantId: string;
  readonly body: LayoutDraft;
  readonly by: string | undefined;
  readonly at: Date;
}

/** Saves the first draft of a plant. Undefined where it has one already. */
export async function insertDraft(
  db: Db,
  { plantId, body, by, at }: SavedDraft,
): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    insert into layout_versions (plant_id, state, based_on_id, body, created_by, created_at, updated_by, updated_at)
    values (${plantId}, 'draft',
      (select id from layout_versions where plant_id = ${plantId} and state = 'published' order by number desc limit 1),
      ${JSON.stringify(body)}::jsonb, ${by ?? null}, ${at}, ${by ?? null}, ${at})
    on conflict (plant_id) where state = 'draft' do nothing
    returning revision`.execute(db);
  return rows[0]?.revision;
}

/** Saves a draft over its revision. Undefined where it has another one by now. */
export async function updateDraft(
  db: Db,
  { plantId, body, by, at, revision }: SavedDraft & { revision: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    update layout_versions
    set body = ${JSON.stringify(body)}::jsonb, revision = revision + 1, updated_by = ${by ?? null}, updated_at = ${at}
    where plant_id = ${plantId} and state = 'draft' and revision = ${revision}
    returning revision`.execute(db);
  return rows[0]?.revision;
}

/** Whether the draft had this revision and is deleted. */
export async function deleteDraft(
  db: Db | Transaction,
  { plantId, revision }: { plantId: string; revision: number },
): Promise<boolean> {
  const { rows } = await sql`
    delete from layout_versions where plant_id = ${plantId} and state = 'draft' and revision = ${revision}
    returning id`.execute(db);
  return rows.length > 0;
}

/** Keys and ids of a plant's slots with these keys. */
export async function listSlots(
  db: Db | Transaction,
  { plantId }: PlantInScope,
  keys: readonly number[],
): Promise<{ id: string; key: number; label: string }[]> {
  const { rows } = await sql<{ id: string; key: number; label: string }>`
    select id, key, label from slots where plant_id = ${plantId} and key = any(${keys}::int[])`.execute(db);
  return rows;
}

/** The company of a plant, as its log needs it. */
export async function findCompanyId(trx: Transaction, { plantId }: PlantInScope): Promise<string> {
  const { rows } = await sql<{ companyId: string }>`
    select company_id as "companyId" from plants where id = ${plantId}`.execute(trx);
  return (rows[0] as { companyId: string }).companyId;
}
