import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { revisionOf } from "../../../infra/postgres/revision-sql.ts";
import type { AccountInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { companiesInScope } from "../../base/access/scope-sql.ts";
import { accountRights } from "./account-rights.repository.ts";

/** What an editor changes of an account. */
export interface AccountColumns {
  readonly roleId: string;
  readonly supervisorId: string | null;
  readonly userName: string;
  readonly nickname: string;
  readonly salutation: "Mr" | "Ms" | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly contact: string;
  readonly remarks: string;
}

/** An account before a change, with what it may do. */
export interface AccountRecord extends AccountInScope {
  readonly companyId: string;
  readonly columns: AccountColumns;
  readonly revision: string;
  readonly language: Language;
  readonly customerTypeId: string;
  readonly scopeKind: "company" | "plants";
  readonly isDisabled: boolean;
  readonly isSuper: boolean;
  readonly isWithinPlantAccess: boolean;
  readonly permissionIds: string[];
}

type AccountRow = AccountColumns & Omit<AccountRecord, "columns">;

const accountColumns = (scope: Scope) => sql`
  a.id as "accountId", a.company_id as "companyId", a.role_id as "roleId", a.supervisor_id as "supervisorId",
  a.user_name as "userName", a.nickname, a.salutation, a.email, a.phone, a.contact, a.remarks, ${revisionOf("a")} as revision,
  a.language, a.scope_kind as "scopeKind", a.disabled_at is not null as "isDisabled", r.customer_type_id as "customerTypeId",
  ${accountRights(scope)}`;

const accountJoins = sql`
  accounts a join companies c on c.id = a.company_id join roles r on r.id = a.role_id
  join customer_types ct on ct.id = r.customer_type_id`;

function toRecord(row: AccountRow): AccountRecord {
  const { roleId, supervisorId, userName, nickname, salutation, email, phone, contact, remarks, ...record } =
    row;
  const columns = { roleId, supervisorId, userName, nickname, salutation, email, phone, contact, remarks };
  return { ...record, columns };
}

/** The account, if it is in the caller's scope. */
export async function findAccountRecord(
  db: Db,
  scope: Scope,
  accountId: string,
): Promise<AccountRecord | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns(scope)} from ${accountJoins}
    where a.id = ${accountId} and a.cancelled_at is null and ${companiesInScope(scope)}`.execute(db);
  return rows[0] && toRecord(rows[0]);
}

/** The account, if it is in the caller's scope, locked until the transaction ends. */
export async function lockAccountRecord(
  trx: Transaction,
  scope: Scope,
  accountId: string,
): Promise<AccountRecord | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns(scope)} from ${accountJoins}
    where a.id = ${accountId} and a.cancelled_at is null and ${companiesInScope(scope)} for update of a`.execute(
    trx,
  );
  return rows[0] && toRecord(rows[0]);
}
