import type { PlantView } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

/** Views of one list that belong to one account. */
export interface ViewOwner {
  readonly accountId: string;
  readonly list: "plants" | "devices";
}

/** A view as stored: its query was checked when it was saved, by an older contract perhaps. */
export interface StoredView extends Omit<PlantView, "query"> {
  readonly query: unknown;
}

export async function listViews(db: Db, { accountId, list }: ViewOwner): Promise<StoredView[]> {
  const { rows } = await sql<StoredView>`
    select id as "viewId", name, kind, query, columns, is_default as "isDefault" from list_views
    where account_id = ${accountId} and list = ${list} order by name collate natural_order, id`.execute(db);
  return rows;
}

type Change = Omit<StoredView, "viewId"> & { readonly viewId: string | undefined };

/** Inserts a view or replaces one of the account; undefined when the account has no view with this id. */
export async function writeView(
  trx: Transaction,
  { accountId, list }: ViewOwner,
  { viewId, name, kind, isDefault, ...view }: Change,
): Promise<string | undefined> {
  const [query, columns] = [JSON.stringify(view.query), JSON.stringify(view.columns)];
  if (isDefault)
    await sql`
      update list_views set is_default = false
      where account_id = ${accountId} and list = ${list} and is_default
        and id is distinct from ${viewId ?? null}::uuid`.execute(trx);
  const written =
    viewId === undefined
      ? sql<{ viewId: string }>`
          insert into list_views (account_id, list, name, kind, query, columns, is_default)
          values (${accountId}, ${list}, ${name}, ${kind}, ${query}::jsonb, ${columns}::jsonb, ${isDefault})
          returning id as "viewId"`
      : sql<{ viewId: string }>`
          update list_views set name = ${name}, kind = ${kind}, query = ${query}::jsonb,
            columns = ${columns}::jsonb, is_default = ${isDefault}
          where account_id = ${accountId} and list = ${list} and id = ${viewId} returning id as "viewId"`;
  const { rows } = await written.execute(trx);
  return rows[0]?.viewId;
}

/** Deletes a view of the account; false when it has none with this id. */
export async function deleteView(db: Db, { accountId, list }: ViewOwner, viewId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from list_views where account_id = ${accountId} and list = ${list} and id = ${viewId}
    returning id`.execute(db);
  return rows.length > 0;
}
