import type { AccountRow, AccountStatus, endpoints, QueryOf, Relation } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { companiesInScope } from "../access/access.service.ts";
import { companyCode } from "../identity/identity.service.ts";

type ListQuery = QueryOf<typeof endpoints.account.listAccounts>;

/** An account as the database knows it; built-in names are still codes. */
export interface AccountRecord extends Omit<AccountRow, "createdAt"> {
  readonly createdAt: Date;
  readonly roleCode: string | null;
  readonly customerTypeCode: string | null;
  readonly companyCode: string | null;
  readonly upstreamCode: string | null;
}

export interface AccountFilter {
  readonly accountId?: string | undefined;
  readonly relation?: Relation | undefined;
  readonly companyId?: string | undefined;
  readonly status?: AccountStatus | undefined;
  readonly search?: string | undefined;
}

export interface AccountPage {
  readonly sort: ListQuery["sort"];
  readonly order: "asc" | "desc";
  readonly offset: number;
  readonly limit: number;
}

const sortColumns: Record<AccountPage["sort"], string> = {
  userName: `lower("userName")`,
  nickname: "lower(nickname)",
  companyName: `lower("companyName")`,
  upstreamCompanyName: `lower("upstreamCompanyName")`,
  supervisorName: `lower("supervisorName")`,
  email: "lower(email)",
  phone: "phone",
  status: "status",
  createdAt: `"createdAt"`,
};

/**
 * Accounts of the companies in reach. Whether one is a colleague or a customer depends on who looks: what the account
 * was created as says how its creator stood to it, who may sit above.
 */
export async function listAccountRows(
  db: Db,
  scope: Scope,
  query: { filter: AccountFilter; page: AccountPage },
): Promise<{ rows: AccountRecord[]; total: number }> {
  const { filter, page } = query;
  const search = filter.search ? `%${filter.search.replace(/[\\%_]/g, "\\$&")}%` : null;
  const direction = page.order === "asc" ? "asc nulls first" : "desc nulls last";
  const found = sql`
    (select a.id as "accountId", a.user_name as "userName", a.nickname, a.salutation,
      case when c.id = ${scope.companyId ?? null}::uuid then 'colleague' else 'customer' end as relation,
      ct.name as "customerTypeName", ct.code as "customerTypeCode", r.name as "roleName", r.code as "roleCode",
      c.id as "companyId", c.name as "companyName", ${companyCode("c")} as "companyCode",
      up.name as "upstreamCompanyName", ${companyCode("up")} as "upstreamCode", boss.user_name as "supervisorName",
      a.phone, a.email, a.contact, a.remarks,
      case when a.disabled_at is not null then 'disabled' when a.password_hash is null then 'invited' else 'active' end as status,
      a.created_at as "createdAt"
    from accounts a
    join companies c on c.id = a.company_id
    join roles r on r.id = a.role_id
    join customer_types ct on ct.id = r.customer_type_id
    left join companies up on up.id = c.upstream_id
    left join accounts boss on boss.id = a.supervisor_id and boss.cancelled_at is null
    where a.cancelled_at is null and ${companiesInScope(scope)}
      and (${filter.accountId ?? null}::uuid is null or a.id = ${filter.accountId ?? null})
      and (${filter.companyId ?? null}::uuid is null or c.id = ${filter.companyId ?? null})
      and (${search}::text is null or a.user_name ilike ${search} or a.nickname ilike ${search} or a.email ilike ${search}
        or a.phone ilike ${search} or c.name ilike ${search} or a.remarks ilike ${search})) found
    where (${filter.relation ?? null}::text is null or relation = ${filter.relation ?? null})
      and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})`;
  const { rows } = await sql<AccountRecord & { total: number }>`
    select *, (count(*) over ())::int as total from ${found}
    order by ${sql.raw(sortColumns[page.sort])} ${sql.raw(direction)}, "accountId"
    offset ${page.offset} limit ${page.limit}`.execute(db);
  if (rows.length > 0 || page.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
