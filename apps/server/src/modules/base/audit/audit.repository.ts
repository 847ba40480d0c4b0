import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";

/** Columns of an audit row; `original` and `new` are JSON. */
export interface AuditRow {
  readonly kind: string;
  readonly type: string;
  readonly actorId?: string | undefined;
  readonly companyId?: string | undefined;
  readonly plantId?: string | undefined;
  readonly objectType?: string | undefined;
  readonly objectId?: string;
  readonly original: string | null;
  readonly new: string | null;
  readonly method: string;
  readonly address?: string;
}

export async function insertAuditRow(trx: Transaction, row: AuditRow): Promise<void> {
  await sql`
    insert into audit (kind, type, actor_id, company_id, plant_id, object_type, object_id, original, new, method, address)
    values (${row.kind}, ${row.type}, ${row.actorId ?? null}, ${row.companyId ?? null}, ${row.plantId ?? null},
      ${row.objectType ?? ""}, ${row.objectId ?? ""}, ${row.original}::jsonb, ${row.new}::jsonb, ${row.method},
      ${row.address ?? ""})`.execute(trx);
}

/** Inserts rows in their order. */
export async function insertAuditRows(trx: Transaction, rows: readonly AuditRow[]): Promise<void> {
  await sql`
    insert into audit (kind, type, actor_id, company_id, plant_id, object_type, object_id, original, new, method, address)
    select kind, type, "actorId", "companyId", "plantId", coalesce("objectType", ''), coalesce("objectId", ''),
      original::jsonb, new::jsonb, method, coalesce(address, '')
    from rows from (
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (kind text, type text, "actorId" uuid, "companyId" uuid,
        "plantId" uuid, "objectType" text, "objectId" text, original text, new text, method text, address text)
    ) with ordinality
    order by ordinality`.execute(trx);
}
