import type { PlantView } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

/** A view as stored: its query was checked when it was saved, by an older contract perhaps. */
export interface StoredView extends Omit<PlantView, "query"> {
  readonly query: unknown;
}

export async function listViews(db: Db, accountId: string): Promise<StoredView[]> {
  const { rows } = await sql<StoredView>`
    select id as "viewId", name, kind, query, columns, is_default as "isDefault" from plant_views
    where account_id = ${accountId} order by name collate natural_order, id`.execute(db);
  return rows;
}

type Change = Omit<PlantView, "viewId"> & { readonly viewId: string | undefined };

/** Inserts a view or replaces one of the account; undefined when the account has no view with this id. */
export async function writeView(
  trx: Transaction,
  accountId: string,
  { viewId, name, kind, isDefault, ...view }: Change,
): Promise<string | undefined> {
  const [query, columns] = [JSON.stringify(view.query), JSON.stringify(view.columns)];
  if (isDefault)
    await sql`
      update plant_views set is_default = false
      where account_id = ${accountId} and is_default and id is distinct from ${viewId ?? null}::uuid`.execute(
      trx,
    );
  const written =
    viewId === undefined
      ? sql<{ viewId: string }>`
          insert into plant_views (account_id, name, kind, query, columns, is_default)
          values (${accountId}, ${name}, ${kind}, ${query}::jsonb, ${columns}::jsonb, ${isDefault})
          returning id as "viewId"`
      : sql<{ viewId: string }>`
          update plant_views set name = ${name}, kind = ${kind}, query = ${query}::jsonb,
            columns = ${columns}::jsonb, is_default = ${isDefault}
          where account_id = ${accountId} and id = ${viewId} returning id as "viewId"`;
  const { rows } = await written.execute(trx);
  return rows[0]?.viewId;
}

/** Deletes a view of the account; false when it has none with this id. */
export async function deleteView(db: Db, accountId: string, viewId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from plant_views where account_id = ${accountId} and id = ${viewId} returning id`.execute(db);
  return rows.length > 0;
}
