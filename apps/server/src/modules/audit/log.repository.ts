import type { endpoints, LogRow, QueryOf, RefusalRow } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { companiesInScope, plantsInScope } from "../access/access.service.ts";

type LogQuery = QueryOf<typeof endpoints.log.list>;
type RefusalQuery = QueryOf<typeof endpoints.log.refusals>;

export type LogRecord = Omit<LogRow, "at"> & { readonly at: Date };
export type RefusalRecord = Omit<RefusalRow, "minute"> & { readonly minute: Date };

const toPattern = (search: string | undefined): string | null =>
  search ? `%${search.replace(/[\\%_]/g, "\\$&")}%` : null;

const isWhole = (scope: Scope): boolean => scope.isPlatform && scope.reach === "company";

/** Rows (alias `l`) of plants in reach, and of companies in reach where they are about no plant there is. */
function rowsInScope(scope: Scope): RawBuilder<boolean> {
  if (isWhole(scope)) return sql<boolean>`true`;
  const isPlantGone = sql`not exists (select from plants p where p.id = l.plant_id)`;
  return sql<boolean>`(
    l.plant_id in (select p.id from plants p where ${plantsInScope(scope)})
    or (l.company_id in (select c.id from companies c where ${companiesInScope(scope)})
      and ${scope.reach === "plants" ? sql`l.plant_id is null` : isPlantGone})
  )`;
}

function matches(pattern: string | null): RawBuilder<boolean> {
  if (pattern === null) return sql<boolean>`true`;
  return sql<boolean>`(
    l.object_id ilike ${pattern} or l.address ilike ${pattern}
    or l.original::text ilike ${pattern} or l.new::text ilike ${pattern}
    or l.actor_id in (select a.id from accounts a where a.cancelled_at is null and a.user_name ilike ${pattern})
    or l.plant_id in (select p.id from plants p where p.name ilike ${pattern} or p.number ilike ${pattern})
    or (l.object_type = 'device' and l.object_id in (select d.id::text from devices d where d.sn ilike ${pattern}))
  )`;
}

const sortColumns: Record<LogQuery["sort"], RawBuilder<unknown>> = {
  at: sql`l.at`,
  type: sql`l.type`,
  // What is not chained yet is the newest.
  number: sql`coalesce(l.number, 9223372036854775807)`,
};

const directionOf = (order: "asc" | "desc") => (order === "asc" ? sql`asc` : sql`desc`);

/** Ids stand as text in `object_id`, for what has no UUID. */
const objectUuid = sql`case when l.object_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then l.object_id::uuid end`;

/** Names are joined when a row is read, so that an account that is cancelled has none in any row. */
const named = (page: RawBuilder<unknown>) => sql<LogRecord>`
  select l.id as "logId", l.at, l.kind, l.type, l.actor_id as "actorId",
    case when actor.cancelled_at is null then actor.user_name end as "actorName",
    l.object_type as "objectType", l.object_id as "objectId",
    case l.object_type
      when 'station' then (select o.name from plants o where o.id = ${objectUuid})
      when 'device' then (select o.sn from devices o where o.id = ${objectUuid})
      when 'company' then (select o.name from companies o where o.id = ${objectUuid})
      when 'account' then (select o.user_name from accounts o where o.id = ${objectUuid} and o.cancelled_at is null)
    end as "objectName",
    l.plant_id as "stationId", plant.name as "stationName", l.original, l.new, l.method, l.address, l.number
  from (${page}) l
  left join accounts actor on actor.id = l.actor_id
  left join plants plant on plant.id = l.plant_id`;

export async function listLogRows(
  db: Db,
  scope: Scope,
  query: LogQuery,
): Promise<{ rows: LogRecord[]; total: number }> {
  const found = sql`
    from audit l
    where l.kind = ${query.kind} and l.at >= ${query.fromAt} and l.at < ${query.toAt}
      and (${query.actorId ?? null}::uuid is null or l.actor_id = ${query.actorId ?? null})
      and (${query.type ?? null}::text is null or l.type = ${query.type ?? null})
      and (${query.objectType ?? null}::text is null or l.object_type = ${query.objectType ?? null})
      and (${query.stationId ?? null}::uuid is null or l.plant_id = ${query.stationId ?? null})
      and ${matches(toPattern(query.search))} and ${rowsInScope(scope)}`;
  const direction = directionOf(query.order);
  const order = sql`order by ${sortColumns[query.sort]} ${direction}, l.at ${direction}, l.id`;
  const offset = (query.page - 1) * query.pageSize;
  const [listed, counted] = await Promise.all([
    sql<LogRecord>`${named(sql`select l.* ${found} ${order} limit ${query.pageSize} offset ${offset}`)} ${order}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
  ]);
  return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
}

const refusalSorts: Record<RefusalQuery["sort"], RawBuilder<unknown>> = {
  minute: sql`r.minute`,
  total: sql`r.total`,
  endpoint: sql`r.endpoint`,
};

export async function listRefusalRows(
  db: Db,
  scope: Scope,
  query: RefusalQuery,
): Promise<{ rows: RefusalRecord[]; total: number }> {
  const pattern = toPattern(query.search);
  const inReach = isWhole(scope)
    ? sql`true`
    : sql`a.company_id in (select c.id from companies c where ${companiesInScope(scope)})`;
  const found = sql`
    from refusal_counts r left join accounts a on a.id::text = r.actor
    where r.minute >= ${query.fromAt} and r.minute < ${query.toAt} and ${inReach}
      and (${pattern}::text is null or r.actor ilike ${pattern} or r.endpoint ilike ${pattern}
        or (a.cancelled_at is null and a.user_name ilike ${pattern}))`;
  const direction = directionOf(query.order);
  const [listed, counted] = await Promise.all([
    sql<RefusalRecord>`
      select r.minute, r.actor, case when a.cancelled_at is null then a.user_name end as "actorName", r.endpoint, r.total
      ${found}
      order by ${refusalSorts[query.sort]} ${direction}, r.minute desc, r.actor, r.endpoint
      limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
  ]);
  return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
}
