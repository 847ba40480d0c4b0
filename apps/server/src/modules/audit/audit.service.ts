import { sql } from "kysely";
import type { Transaction } from "../../infra/postgres/database.ts";

export interface AuditEntry {
  kind: "operation" | "system" | "security";
  /** What was done, as `area.verb`: `station.add`, `session.sign-in`. */
  type: string;
  actorId?: string | undefined;
  companyId?: string | undefined;
  plantId?: string | undefined;
  objectType?: string;
  objectId?: string;
  /** The value before; absent when something was made. */
  original?: unknown;
  /** The value after; absent when something was removed. */
  new?: unknown;
  /** How an account signed in, or `api`, `link`, `job`, `terminal`. */
  method?: string;
  address?: string;
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** Writes the audit row of a change in the transaction of that change: both are there, or neither. */
export async function writeAudit(trx: Transaction, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit (kind, type, actor_id, company_id, plant_id, object_type, object_id, original, new, method, address)
    values (${entry.kind}, ${entry.type}, ${entry.actorId ?? null}, ${entry.companyId ?? null}, ${entry.plantId ?? null},
      ${entry.objectType ?? ""}, ${entry.objectId ?? ""}, ${toJson(entry.original)}::jsonb, ${toJson(entry.new)}::jsonb,
      ${entry.method ?? ""}, ${entry.address ?? ""})`.execute(trx);
}
