import type { endpoints, QueryOf } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { companiesInScope, plantsInScope } from "../../base/access/scope-sql.ts";
import { builtInCompanyCode } from "../../base/names/names-sql.ts";

type TreeQuery = QueryOf<typeof endpoints.company.tree>;

interface NamedCompany {
  readonly name: string;
  readonly code: string | null;
}

/** One company of the tree; built-in names are still codes. */
export interface CompanyNodeRecord extends NamedCompany {
  readonly companyId: string;
  readonly path: NamedCompany[];
  readonly administratorName: string | null;
  readonly companyCount: number;
  readonly accountCount: number;
  readonly plantCount: number;
}

/** Whether a company is requested: those below one, those matching a search, all, or else the caller's own. */
function isRequested(scope: Scope, query: TreeQuery) {
  const { upstreamCompanyId, search, isFlat } = query;
  if (search) return sql<boolean>`c.name ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`;
  if (upstreamCompanyId) return sql<boolean>`c.upstream_id = ${upstreamCompanyId}`;
  if (isFlat === "true") return sql<boolean>`true`;
  return sql<boolean>`c.id = ${scope.companyId ?? null}`;
}

/** Names from the caller's company down to the one above a company `c`, within the caller's scope. */
const pathOf = (scope: Scope) => sql`
  (with recursive above as (
    select up.id, up.upstream_id, up.name, 1 as height from companies up
    where up.id = c.upstream_id and c.id is distinct from ${scope.companyId ?? null}
    union all
    select up.id, up.upstream_id, up.name, height + 1 from companies up join above on up.id = above.upstream_id
    where above.id is distinct from ${scope.companyId ?? null}
  )
  select coalesce(json_agg(json_build_object('name', name, 'code', ${builtInCompanyCode("above")}) order by height desc), '[]')
  from above)`;

export async function listCompanyNodes(
  db: Db,
  scope: Scope,
  query: TreeQuery,
): Promise<{ rows: CompanyNodeRecord[]; total: number }> {
  const direction = query.order === "desc" ? sql`desc` : sql`asc`;
  const hasAccessBelow = scope.jurisdiction === "company";
  const { rows } = await sql<CompanyNodeRecord & { total: number }>`
    select c.id as "companyId", c.name, ${builtInCompanyCode("c")} as code, ${pathOf(scope)} as path,
      (select head.user_name from accounts head where head.id = c.administrator_id and head.cancelled_at is null)
        as "administratorName",
      (select count(*)::int from companies below where below.upstream_id = c.id and ${hasAccessBelow}) as "companyCount",
      (select count(*)::int from accounts a where a.company_id = c.id and a.cancelled_at is null) as "accountCount",
      (select count(*)::int from plants p where p.company_id = c.id and ${plantsInScope(scope)}) as "plantCount",
      c.total
    from (
      select c.*, (count(*) over ())::int as total from companies c
      where ${companiesInScope(scope)} and ${isRequested(scope, query)}
      order by lower(c.name) ${direction}, c.id
      limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}
    ) c
    order by lower(c.name) ${direction}, c.id`.execute(db);
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
