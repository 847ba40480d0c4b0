import type { AuditMethod, AuditObjectType, AuditType, LogKind } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../infra/postgres/database.ts";

export interface AuditEntry {
  kind: LogKind;
  /** What was done, as `area.verb`: one of a closed list, so that each has its words in every language. */
  type: AuditType;
  actorId?: string | undefined;
  companyId?: string | undefined;
  plantId?: string | undefined;
  objectType?: AuditObjectType | undefined;
  objectId?: string;
  /** The value before; absent when something was made. */
  original?: unknown;
  /** The value after; absent when something was removed. */
  new?: unknown;
  /** How an account signed in, or `link`, `job`, `terminal`, `start`; `api` when absent and an account acted. */
  method?: AuditMethod | undefined;
  address?: string;
}

/** Fields that say who somebody is, where they live or how to reach them: what a row could never forget again does not go in. */
const personal: ReadonlySet<string> = new Set([
  "address",
  "contact",
  "contactEmail",
  "contactPhone",
  "email",
  "latitude",
  "longitude",
  "nickname",
  "personInCharge",
  "phone",
  "userName",
]);
/** Stands for a personal value that was there; that it was changed is all the log tells. */
const NOT_KEPT = "***";

/** A company of one person bears the person's name. */
const isPersonal = (key: string, { objectType }: AuditEntry): boolean =>
  personal.has(key) || (objectType === "company" && key === "name");

function toJson(value: unknown, entry: AuditEntry): string | null {
  if (value === undefined) return null;
  return JSON.stringify(value, (key, inner: unknown) => {
    const isValue = typeof inner === "number" || (typeof inner === "string" && inner !== "");
    return isValue && isPersonal(key, entry) ? NOT_KEPT : inner;
  });
}

/** Writes the audit row of a change in the transaction of that change: both are there, or neither. */
export async function writeAudit(trx: Transaction, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit (kind, type, actor_id, company_id, plant_id, object_type, object_id, original, new, method, address)
    values (${entry.kind}, ${entry.type}, ${entry.actorId ?? null}, ${entry.companyId ?? null}, ${entry.plantId ?? null},
      ${entry.objectType ?? ""}, ${entry.objectId ?? ""}, ${toJson(entry.original, entry)}::jsonb, ${toJson(entry.new, entry)}::jsonb,
      ${entry.method ?? (entry.actorId === undefined ? "" : "api")}, ${entry.address ?? ""})`.execute(trx);
}
