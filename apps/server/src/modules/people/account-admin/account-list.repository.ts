import type { AccountRow, AccountStatus, endpoints, QueryOf, Relation } from "@heliograph/contract";
import { readPhoneNumber } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { companiesInScope } from "../../base/access/scope-sql.ts";
import { builtInCompanyCode } from "../../base/names/names-sql.ts";

type ListQuery = QueryOf<typeof endpoints.account.listAccounts>;

/** An account as stored; built-in names are still codes. */
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

const statusOf = sql.raw(
  "case when a.disabled_at is not null then 'disabled' when a.password_hash is null then 'invited' else 'active' end",
);
const joins = {
  upstream: sql`left join companies up on up.id = c.upstream_id`,
  supervisor: sql`left join accounts boss on boss.id = a.supervisor_id and boss.cancelled_at is null`,
};

/** The expression a page is sorted by, and the join it needs. */
const sortColumns: Record<AccountPage["sort"], { by: RawBuilder<unknown>; join?: RawBuilder<unknown> }> = {
  userName: { by: sql`lower(a.user_name)` },
  nickname: { by: sql`lower(a.nickname)` },
  companyName: { by: sql`lower(c.name)` },
  upstreamCompanyName: { by: sql`lower(up.name)`, join: joins.upstream },
  supervisorName: { by: sql`lower(boss.user_name)`, join: joins.supervisor },
  email: { by: sql`lower(a.email)` },
  phone: { by: sql`a.phone` },
  status: { by: statusOf },
  createdAt: { by: sql`a.created_at` },
};
/** Never null: an index returns them in order, and `nulls first` or `last` would prevent its use. */
const NOT_NULL: readonly AccountPage["sort"][] = ["userName", "createdAt"];

function orderOf({ sort, order }: AccountPage): RawBuilder<unknown> {
  const nulls = order === "asc" ? "nulls first" : "nulls last";
  return sql`${sortColumns[sort].by} ${sql.raw(order)} ${sql.raw(NOT_NULL.includes(sort) ? "" : nulls)},
    a.id ${sql.raw(order)}`;
}

/**
 * Accounts of the companies in the caller's scope. Whether one is a colleague or a customer depends on the caller: the
 * stored relation is the one to its creator, who may belong to a company above. The page is found by ids alone; the rest is read
 * for its rows only.
 */
export async function listAccountRows(
  db: Db,
  scope: Scope,
  query: { filter: AccountFilter; page: AccountPage },
): Promise<{ rows: AccountRecord[]; total: number }> {
  const { filter, page } = query;
  const search = filter.search ? `%${filter.search.replace(/[\\%_]/g, "\\$&")}%` : null;
  // A complete phone number is found in every spelling, a part of one by its digits as stored.
  const number = filter.search === undefined ? null : (readPhoneNumber(filter.search) ?? null);
  const relationOf = sql`case when c.id = ${scope.companyId ?? null}::uuid then 'colleague' else 'customer' end`;
  const matches = sql`
    a.cancelled_at is null and ${companiesInScope(scope)}
      and (${filter.accountId ?? null}::uuid is null or a.id = ${filter.accountId ?? null})
      and (${filter.companyId ?? null}::uuid is null or c.id = ${filter.companyId ?? null})
      and (${filter.relation ?? null}::text is null or ${relationOf} = ${filter.relation ?? null})
      and (${filter.status ?? null}::text is null or ${statusOf} = ${filter.status ?? null})
      and (${search}::text is null or a.user_name ilike ${search} or a.nickname ilike ${search} or a.email ilike ${search}
        or a.phone ilike ${search} or a.phone = ${number} or c.name ilike ${search} or a.remarks ilike ${search})`;
  // A search reads every account in the scope anyway, so it counts the matches along the way.
  const total = search === null ? sql`null::int` : sql`(count(*) over ())::int`;
  const { rows: found } = await sql<AccountRecord & { total: number | null }>`
    select page.total, a.id as "accountId", a.user_name as "userName", a.nickname, a.salutation,
      a.avatar_id as "avatarId", ${relationOf} as relation,
      ct.name as "customerTypeName", ct.code as "customerTypeCode", r.name as "roleName", r.code as "roleCode",
      c.id as "companyId", c.name as "companyName", ${builtInCompanyCode("c")} as "companyCode",
      up.name as "upstreamCompanyName", ${builtInCompanyCode("up")} as "upstreamCode", boss.user_name as "supervisorName",
      a.phone, a.email, a.contact, a.remarks, ${statusOf} as status, a.created_at as "createdAt"
    from (
      select a.id, ${total} as total from accounts a join companies c on c.id = a.company_id ${sortColumns[page.sort].join ?? sql``}
      where ${matches} order by ${orderOf(page)} offset ${page.offset} limit ${page.limit}
    ) page
    join accounts a on a.id = page.id
    join companies c on c.id = a.company_id
    join roles r on r.id = a.role_id
    join customer_types ct on ct.id = r.customer_type_id
    ${joins.upstream} ${joins.supervisor}
    order by ${orderOf(page)}`.execute(db);
  const rows = found.map(({ total: _, ...row }) => row);
  const known = found[0]?.total ?? null;
  if (known !== null) return { rows, total: known };
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from accounts a join companies c on c.id = a.company_id where ${matches}`.execute(
    db,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
