import type { AuditMethod, AuditObjectType, AuditType, LogKind } from "@heliograph/contract";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { AuditRow } from "./audit.repository.ts";
import { insertAuditRow, insertAuditRows } from "./audit.repository.ts";

export interface AuditEntry {
  kind: LogKind;
  /** The action as `area.verb`, of a closed list that is translated into every language. */
  type: AuditType;
  actorId?: string | undefined;
  companyId?: string | undefined;
  plantId?: string | undefined;
  objectType?: AuditObjectType | undefined;
  objectId?: string;
  /** The value before; absent when something was created. */
  original?: unknown;
  /** The value after; absent when something was removed. */
  new?: unknown;
  /** How an account signed in, or `link`, `job`, `terminal`, `start`; `api` when absent and an account acted. */
  method?: AuditMethod | undefined;
  address?: string;
}

/** Fields with personal data. Audit rows cannot be changed later, so their values are never written. */
const PERSONAL_FIELDS: ReadonlySet<string> = new Set([
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
/** Replaces a personal value: the log records only that it changed. */
const NOT_RECORDED = "***";

/** A company of one person has the person's name. */
const isPersonal = (key: string, { objectType }: AuditEntry): boolean =>
  PERSONAL_FIELDS.has(key) || (objectType === "company" && key === "name");

function toJson(value: unknown, entry: AuditEntry): string | null {
  if (value === undefined) return null;
  return JSON.stringify(value, (key, inner: unknown) => {
    const isValue = typeof inner === "number" || (typeof inner === "string" && inner !== "");
    return isValue && isPersonal(key, entry) ? NOT_RECORDED : inner;
  });
}

/** Writes the audit row of a change in the transaction of that change, so that both are stored or neither. */
export async function writeAudit(trx: Transaction, entry: AuditEntry): Promise<void> {
  await insertAuditRow(trx, toRow(entry));
}

/** The same for many changes of one transaction. */
export async function writeAudits(trx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  await insertAuditRows(trx, entries.map(toRow));
}

const toRow = (entry: AuditEntry): AuditRow => ({
  ...entry,
  original: toJson(entry.original, entry),
  new: toJson(entry.new, entry),
  method: entry.method ?? (entry.actorId === undefined ? "" : "api"),
});
