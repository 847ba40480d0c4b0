import type { endpoints, LogRow, PlantLogRow, QueryOf, RefusalRow } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import {
  hasFullAccess,
  historyInScope,
  isKnownAccount,
  isKnownCompany,
  plantHistoryInScope,
} from "../access/history-sql.ts";
import type { Scope } from "../access/scope.ts";
import { companiesInScope, listedInScope, plantsInScope, rolesInScope } from "../access/scope-sql.ts";
import { builtInCompanyCode } from "../names/names-sql.ts";

type LogQuery = QueryOf<typeof endpoints.log.list>;
type PlantQuery = QueryOf<typeof endpoints.log.ofPlant>;
type HistoryQuery = QueryOf<typeof endpoints.configuration.history>;
type RefusalQuery = QueryOf<typeof endpoints.log.refusals>;

interface Names {
  readonly at: Date;
  /** The actor's company, if the reader may not see the actor's name; without a name if not the company's either. */
  readonly actorCompany: { readonly name: string | null; readonly code: string | null } | null;
  /** Of an object with a translated name. */
  readonly objectCode: string | null;
}
export type LogRecord = Omit<LogRow, "at" | "names"> & Names;
export type PlantLogRecord = Omit<PlantLogRow, "at" | "names"> & Names;
export type RefusalRecord = Omit<RefusalRow, "minute"> & { readonly minute: Date };

const toPattern = (search: string | undefined): string | null =>
  search ? `%${search.replace(/[\\%_]/g, "\\$&")}%` : null;

/** Whether the reader may see the name of the account `a`, which must not be cancelled. */
const isNameVisible = (scope: Scope) => sql`(a.cancelled_at is null and ${isKnownAccount(scope)})`;

function matches(scope: Scope, pattern: string | null): RawBuilder<boolean> {
  if (pattern === null) return sql<boolean>`true`;
  return sql<boolean>`(
    l.object_id ilike ${pattern} or l.address ilike ${pattern}
    or l.original::text ilike ${pattern} or l.new::text ilike ${pattern}
    or exists (select from accounts a where a.id = l.actor_id and a.user_name ilike ${pattern} and ${isNameVisible(scope)})
    or l.plant_id in (
      select p.id from plants p
      where (p.name ilike ${pattern} or p.number ilike ${pattern}) and ${listedInScope(scope)}
    )
    or (l.object_type = 'device' and l.object_id in (
      select d.id::text from devices d where d.sn ilike ${pattern} or d.alias ilike ${pattern}
    ))
  )`;
}

const sortColumns: Record<LogQuery["sort"], RawBuilder<unknown>> = {
  at: sql`l.at`,
  type: sql`l.type`,
  // Rows not yet sealed are the newest.
  number: sql`coalesce(l.number, 9223372036854775807)`,
};

const directionOf = (order: "asc" | "desc") => (order === "asc" ? sql`asc` : sql`desc`);

/** `object_id` is text, since some objects have no UUID. */
const objectUuid = sql`case when l.object_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then l.object_id::uuid end`;

/** The name of a plant is hidden from former users of it. */
const plantName = (scope: Scope) => sql`
  select jsonb_build_object('name', p.name) from plants p where p.id = ${objectUuid} and ${plantsInScope(scope)}`;
/** Names of roles are visible to users who could assign them. */
const roleName = (scope: Scope) => sql`
  select jsonb_build_object('name', r.name, 'code', r.code) from roles r where r.id = ${objectUuid} and ${rolesInScope(scope)}`;
const typeName = sql`
  select jsonb_build_object('name', o.name, 'code', o.code) from customer_types o where o.id = ${objectUuid}`;
const companyName = sql`
  select jsonb_build_object('name', o.name, 'code', ${builtInCompanyCode("o")}) from companies o where o.id = ${objectUuid}`;

/** Joins names when rows are read, so that a cancelled account has none in any row. */
const withNames = (scope: Scope, page: RawBuilder<unknown>) => sql<LogRecord>`
  select l.*, object.named ->> 'name' as "objectName", object.named ->> 'code' as "objectCode"
  from (
    select l.id, l.id as "logId", l.at, l.kind, l.type, l.actor_id as "actorId",
      case when ${isNameVisible(scope)} then a.user_name end as "actorName",
      case when a.cancelled_at is null and not ${isKnownAccount(scope)}
        then jsonb_build_object(
          'name', case when ${isKnownCompany(scope)} then c.name end, 'code', ${builtInCompanyCode("c")}) end as "actorCompany",
      l.object_type as "objectType", l.object_id as "objectId", l.object_id, l.plant_id,
      l.plant_id as "stationId", p.name as "stationName", l.original, l.new, l.method, l.address, l.number
    from (${page}) l
    left join accounts a on a.id = l.actor_id
    left join companies c on c.id = a.company_id
    left join plants p on p.id = l.plant_id and ${plantsInScope(scope)}
  ) l
  left join lateral (
    select case l."objectType"
      when 'station' then (${plantName(scope)})
      when 'device' then (select jsonb_build_object('name', o.sn) from devices o where o.id = ${objectUuid})
      when 'alarm' then (
        select jsonb_build_object('name', d.sn || ' · ' || o.fault_code) from alarms o join devices d on d.id = o.device_id
        where o.id = ${objectUuid})
      when 'company' then (${companyName})
      when 'account' then (
        select jsonb_build_object('name', a.user_name) from accounts a where a.id = ${objectUuid} and ${isNameVisible(scope)})
      when 'role' then (${roleName(scope)})
      when 'customerType' then (${typeName})
    end as named
  ) object on true`;

/** Literals, so that the planner knows that the partial indexes apply. */
const ofKind = (kind: LogQuery["kind"]) =>
  kind === "device" ? sql`(l.object_type = 'device' and l.kind <> 'security')` : sql`l.kind = ${kind}`;

function aboutDevice({ deviceId, deviceType }: LogQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (deviceId !== undefined) parts.push(sql`(l.object_type = 'device' and l.object_id = ${deviceId})`);
  if (deviceType !== undefined)
    parts.push(sql`l.object_type = 'device'
      and exists (select from devices d where d.id = ${objectUuid} and d.type = ${deviceType})`);
  return sql.join(parts, sql` and `);
}

export async function listLogRows(
  db: Db,
  scope: Scope,
  query: LogQuery,
): Promise<{ rows: LogRecord[]; total: number }> {
  const found = sql`
    from audit l
    where ${ofKind(query.kind)} and ${aboutDevice(query)} and l.at >= ${query.fromAt} and l.at < ${query.toAt}
      and (${query.actorId ?? null}::uuid is null or l.actor_id = ${query.actorId ?? null})
      and (${query.type ?? null}::text is null or l.type = ${query.type ?? null})
      and (${query.objectType ?? null}::text is null or l.object_type = ${query.objectType ?? null})
      and (${query.stationId ?? null}::uuid is null or l.plant_id = ${query.stationId ?? null})
      and ${matches(scope, toPattern(query.search))} and ${historyInScope(scope)}`;
  const direction = directionOf(query.order);
  const order = sql`order by ${sortColumns[query.sort]} ${direction}, l.at ${direction}, l.id`;
  const offset = (query.page - 1) * query.pageSize;
  const [listed, counted] = await Promise.all([
    sql<LogRecord>`
      ${withNames(scope, sql`select l.* ${found} ${order} limit ${query.pageSize} offset ${offset}`)}
      ${order}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
  ]);
  return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Log of a plant: actions of users and devices, without those of the security log. */
export async function listPlantLogRows(
  db: Db,
  scope: Scope,
  query: PlantQuery,
): Promise<{ rows: PlantLogRecord[]; total: number }> {
  const found = sql`
    from audit l
    where l.plant_id = ${query.stationId} and l.kind <> 'security'
      and (${query.type ?? null}::text is null or l.type = ${query.type ?? null})
      and (${query.deviceId ?? null}::text is null
        or (l.object_type = 'device' and l.object_id = ${query.deviceId ?? null}::text))
      and ${plantHistoryInScope(scope)}`;
  return await listByTime(db, scope, { found, query });
}

/** Changes of the configuration, of which there is one. */
export async function listConfigurationRows(
  db: Db,
  scope: Scope,
  query: HistoryQuery,
): Promise<{ rows: PlantLogRecord[]; total: number }> {
  return await listByTime(db, scope, {
    found: sql`from audit l where l.type = 'configuration.update'`,
    query,
  });
}

/** A page of what was found (alias `l`), by time. */
async function listByTime(
  db: Db,
  scope: Scope,
  { found, query }: { found: RawBuilder<unknown>; query: HistoryQuery },
): Promise<{ rows: PlantLogRecord[]; total: number }> {
  const direction = directionOf(query.order);
  const page = sql`
    select l.* ${found} order by l.at ${direction}, l.id
    limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`;
  const [listed, counted] = await Promise.all([
    sql<LogRecord>`${withNames(scope, page)} order by l.at ${direction}, l.id`.execute(db),
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
  const isVisible = hasFullAccess(scope)
    ? sql`true`
    : sql`a.company_id in (select c.id from companies c where ${companiesInScope(scope)})`;
  const found = sql`
    from refusal_counts r left join accounts a on a.id::text = r.actor
    where r.minute >= ${query.fromAt} and r.minute < ${query.toAt} and ${isVisible}
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
