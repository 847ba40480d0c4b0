import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { companiesInScope } from "../access/access.service.ts";
import type { Rights } from "./grant-rules.ts";

export interface NewAccount {
  companyId: string;
  roleId: string;
  relation: "customer" | "colleague";
  supervisorId: string | undefined;
  userName: string;
  nickname: string;
  salutation: "Mr" | "Ms" | undefined;
  email: string | undefined;
  phone: string | undefined;
  contact: string;
  remarks: string;
  language: string;
  /** With `plants` it sees none before some are chosen for it. */
  scopeKind: Scope["reach"];
  /** null while an invitation is open. */
  passwordHash: string | null;
  createdBy: string | undefined;
}

export async function insertAccount(trx: Transaction, account: NewAccount): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into accounts (company_id, role_id, relation, supervisor_id, user_name, nickname, salutation, email, phone,
      contact, remarks, language, scope_kind, password_hash, created_by)
    values (${account.companyId}, ${account.roleId}, ${account.relation}, ${account.supervisorId ?? null},
      ${account.userName}, ${account.nickname}, ${account.salutation ?? null}, ${account.email ?? null},
      ${account.phone ?? null}, ${account.contact}, ${account.remarks}, ${account.language}, ${account.scopeKind},
      ${account.passwordHash}, ${account.createdBy ?? null})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/** Which of email and phone, both in the form they are compared in, another account has already. */
export async function findTakenContacts(
  executor: Db | Transaction,
  contacts: { email: string | undefined; phone: string | undefined; exceptId?: string },
): Promise<{ email: boolean; phone: boolean }> {
  const exceptId = contacts.exceptId ?? null;
  const { rows } = await sql<{ email: boolean; phone: boolean }>`
    select exists (select from accounts where lower(email) = ${contacts.email ?? null}
        and id is distinct from ${exceptId}::uuid) as email,
      exists (select from accounts where phone = ${contacts.phone ?? null} and id is distinct from ${exceptId}::uuid) as phone`.execute(
    executor,
  );
  return rows[0] as { email: boolean; phone: boolean };
}

/** Whether an account may supervise in a company: it belongs to it or to the one above, and the caller reaches it. */
export async function isSupervisorFor(
  executor: Db | Transaction,
  scope: Scope,
  options: { supervisorId: string; companyId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from accounts a join companies c on c.id = a.company_id
    where a.id = ${options.supervisorId} and a.cancelled_at is null and ${companiesInScope(scope)}
      and (c.id = ${options.companyId} or c.id = (select upstream_id from companies where id = ${options.companyId}))`.execute(
    executor,
  );
  return rows.length > 0;
}

/** Plants chosen for an account or owned by it, as `plant_id`. */
const plantsOf = (accountId: RawBuilder<unknown>) => sql`
  (select plant_id from account_scope_plants where account_id = ${accountId}
    union all select id from plants where owner_id = ${accountId})`;

/** The account (alias `a`) sees no plant of the companies that the caller does not see. */
function isWithinReach(scope: Scope): RawBuilder<boolean> {
  if (scope.reach === "company") return sql<boolean>`true`;
  return sql<boolean>`(a.scope_kind = 'plants' and not exists (
    select from ${plantsOf(sql`a.id`)} theirs
    where theirs.plant_id not in ${plantsOf(sql`${scope.accountId}::uuid`)}
  ))`;
}

/** Columns of `Rights`: what an account (aliases `a`, its role `r` and that one's type `ct`) may do, for `holdsAll`. */
export const accountRights = (scope: Scope) => sql`
  coalesce(r.code = 'ROOT', false) as "isSuper", ${isWithinReach(scope)} as "isWithinReach",
  array(select unnest(r.permission_ids) intersect select unnest(ct.permission_ids)) as "permissionIds"`;

/** What an open account in reach may do; its row is locked until the transaction ends. */
export async function takeAccountRights(
  trx: Transaction,
  scope: Scope,
  accountId: string,
): Promise<Required<Rights> | undefined> {
  const { rows } = await sql<Required<Rights>>`
    select ${accountRights(scope)}
    from accounts a join companies c on c.id = a.company_id join roles r on r.id = a.role_id
    join customer_types ct on ct.id = r.customer_type_id
    where a.id = ${accountId} and a.cancelled_at is null and ${companiesInScope(scope)} for update of a`.execute(
    trx,
  );
  return rows[0];
}

/** Whether anything keeps an account from going: plants, people it supervises, companies it administers. */
export async function isAccountHeld(trx: Transaction, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select exists (select from plants where owner_id = ${accountId})
      or exists (select from accounts where supervisor_id = ${accountId} and cancelled_at is null)
      or exists (select from companies where administrator_id = ${accountId}) as "isHeld"`.execute(trx);
  return rows[0]?.isHeld === true;
}

/** What keeps an account from being cancelled, by the names of the first few and how many there are. */
export async function listAccountHolds(trx: Transaction, _scope: Scope, accountId: string) {
  const { rows } = await sql<{
    path: "plants" | "supervised" | "administered";
    count: number;
    names: string;
  }>`
    select path, count(*)::int as count,
      string_agg(name, ', ' order by lower(name)) filter (where place <= 5) as names
    from (
      select path, name, row_number() over (partition by path order by lower(name)) as place from (
        select 'plants' as path, name from plants where owner_id = ${accountId}
        union all
        select 'supervised', user_name from accounts where supervisor_id = ${accountId} and cancelled_at is null
        union all
        select 'administered', name from companies where administrator_id = ${accountId}
      ) held
    ) numbered
    group by path order by path`.execute(trx);
  return rows;
}
