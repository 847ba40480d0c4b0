import type { MemberRow } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { ownedSince } from "../../base/access/history-sql.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { builtInCompanyCode } from "../../base/names/names-sql.ts";

export interface MemberRecord extends Omit<MemberRow, "sinceAt" | "endsAt"> {
  readonly sinceAt: Date;
  readonly endsAt: Date | null;
  /** Of a company that keeps its built-in name. */
  readonly code: string | null;
}

/** Whether an account (with role `r` and type `ct`) may command plants at all. */
const isCommander = sql<boolean>`(
  coalesce(r.code = 'ROOT', false) or ('station:shutdown' = any(r.permission_ids) and 'station:shutdown' = any(ct.permission_ids))
)`;

function selectOwner(plantId: string, accountId: string | null): RawBuilder<unknown> {
  return sql`
    select 0 as place, 'owner' as way, null::uuid as "grantId", a.user_name as name, null as code, 'owner' as level,
      true as "mayOperate", 1 as "accountCount", ${isCommander}::int as "commanderCount", ${ownedSince} as "sinceAt",
      null::timestamptz as "endsAt", null as "invitedByName", a.id = ${accountId}::uuid as "isMine"
    from plants p join accounts a on a.id = p.owner_id join roles r on r.id = a.role_id
      join customer_types ct on ct.id = r.customer_type_id
    where p.id = ${plantId}`;
}

/** Accounts of the plant's company and those above, and of its installer, one row for each company and relation. */
function selectCompanies(plantId: string, accountId: string | null): RawBuilder<unknown> {
  return sql`
    select case way when 'company' then 1 when 'scope' then 2 else 3 end, way, null::uuid, c.name, ${builtInCompanyCode("c")},
      case way when 'installer' then 'installer' else 'administrator' end, true,
      count(*)::int, (count(*) filter (where reaching.is_commander))::int, min(since), null::timestamptz, null,
      bool_or(reaching.id = ${accountId}::uuid)
    from (
      select a.id, a.company_id, ${isCommander} as is_commander, ${ownedSince} as since,
        case when a.company_id not in (select id from chain) then 'installer'
          when a.scope_kind = 'company' then 'company' else 'scope' end as way
      from plants p
      join accounts a on a.company_id in (select id from chain) or a.company_id = p.installer_company_id
      join roles r on r.id = a.role_id join customer_types ct on ct.id = r.customer_type_id
      where p.id = ${plantId} and a.id <> p.owner_id and a.disabled_at is null and a.cancelled_at is null
        and (a.scope_kind = 'company' or exists (
          select from account_scope_plants s where s.account_id = a.id and s.plant_id = p.id
        ))
    ) reaching join companies c on c.id = reaching.company_id
    group by way, c.id`;
}

function selectGrants(plantId: string, accountId: string | null): RawBuilder<unknown> {
  const mayOperate = sql`(g.level = 'administrator' or g.may_operate)`;
  const isActive = sql`(g.state = 'active')`;
  return sql`
    select case when ${isActive} then 4 else 5 end, case when ${isActive} then 'grant' else 'invitation' end, g.id,
      coalesce(a.user_name, g.target), null, g.level, ${mayOperate}, ${isActive}::int,
      (${isActive} and ${mayOperate} and ${isCommander})::int, coalesce(g.answered_at, g.created_at), g.ends_at,
      giver.user_name, coalesce(a.id = ${accountId}::uuid, false)
    from plant_grants g join accounts giver on giver.id = g.invited_by
    left join accounts a on a.id = g.account_id
    left join roles r on r.id = a.role_id left join customer_types ct on ct.id = r.customer_type_id
    where g.plant_id = ${plantId} and g.state in ('invited', 'active') and (g.ends_at is null or g.ends_at > now())
      and a.cancelled_at is null`;
}

/** All accounts and companies with access to the plant, closest relation first. */
export async function listMemberRows(
  db: Db,
  scope: Scope,
  { plantId }: PlantInScope,
): Promise<MemberRecord[]> {
  const accountId = scope.accountId ?? null;
  const { rows } = await sql<MemberRecord>`
    with chain as (
      select above.ancestor_id as id from plants p join company_reach above on above.company_id = p.company_id where p.id = ${plantId}
    )
    select * from (
      ${selectOwner(plantId, accountId)} union all ${selectCompanies(plantId, accountId)}
      union all ${selectGrants(plantId, accountId)}
    ) members order by place, "sinceAt", name, "grantId"`.execute(db);
  return rows;
}

export interface OpenTransfer {
  readonly transferId: string;
  readonly toName: string;
  readonly keptGrants: number;
  readonly createdAt: Date;
}

export async function findOpenTransfer(db: Db, { plantId }: PlantInScope): Promise<OpenTransfer | undefined> {
  const { rows } = await sql<OpenTransfer>`
    select t.id as "transferId", coalesce(a.user_name, t.target) as "toName",
      cardinality(t.keep_grant_ids) as "keptGrants", t.created_at as "createdAt"
    from plant_transfers t left join accounts a on a.id = t.to_account_id
    where t.plant_id = ${plantId} and t.state = 'offered'`.execute(db);
  return rows[0];
}
