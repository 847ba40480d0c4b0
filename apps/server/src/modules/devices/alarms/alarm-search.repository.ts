import type { RawBuilder } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { AlarmScope, ListQuery } from "./alarm-filters.repository.ts";
import {
  findAlarmScope,
  isOfBranch,
  isUngrouped,
  listBranches,
  listFilters,
  selectWhere,
  withTables,
} from "./alarm-filters.repository.ts";
import type { FoundPage } from "./alarm-newest.repository.ts";
import { findNewest } from "./alarm-newest.repository.ts";
import type { SortKey } from "./alarm-sort-sql.ts";
import { listKeys, SORT_JOINS, SORT_NULLABLE } from "./alarm-sort-sql.ts";
import type { TextSelect } from "./alarm-text.repository.ts";
import { findTextSelect } from "./alarm-text.repository.ts";
import { findStoredTotal } from "./alarm-totals.repository.ts";

/** The total of a list is counted up to this number. */
const MAX_TOTAL = 10_000;

const and = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` and `);

/** The page of a list by sorting all alarms of `source`, which are counted on the way. */
async function findSorted(
  db: Db,
  query: ListQuery,
  { tables, source }: { tables: AlarmScope["tables"]; source: RawBuilder<unknown> },
): Promise<FoundPage> {
  const { sort, order, page, pageSize } = query;
  // Alarms without the time come last in either order.
  const direction = sql.raw(SORT_NULLABLE[sort] ? `${order} nulls last` : order);
  const keys = listKeys(sort);
  const columns = sql.join(keys.map(({ expression, name }) => sql`${expression} as ${name}`));
  const found = sql`found as materialized (select a.id, ${columns} from (${source}) a ${SORT_JOINS[sort] ?? sql``})`;
  const { rows } = await sql<FoundPage>`
    ${withTables(...tables, found)}
    select (select count(*)::int from found) as total, array(
      select id::text from found order by ${sql.join(keys.map(({ name }) => sql`${name} ${direction}`))}
      limit ${pageSize} offset ${(page - 1) * pageSize}
    ) as ids`.execute(db);
  return rows[0] as FoundPage;
}

/**
 * The page of a list, merged from the first alarms of each kind and status, and of those with and without the time that is
 * sorted by: each of these lists is in the order of an index.
 */
function mergedPage(query: ListQuery, shared: readonly RawBuilder<unknown>[]) {
  const { sort, order, page, pageSize } = query;
  const direction = sql.raw(order);
  const nullable = SORT_NULLABLE[sort];
  const keys = listKeys(sort);
  const columns = sql.join(keys.map(({ expression, name }) => sql`${expression} as ${name}`));
  // The status is the same in the whole branch.
  const sorted = sort === "status" ? keys.slice(1) : keys;
  const select = (parts: readonly RawBuilder<unknown>[], by: readonly SortKey[]) => sql`(
    select a.id, ${columns} from alarms a ${SORT_JOINS[sort] ?? sql``} where ${and([...parts, ...shared])}
    order by ${sql.join(by.map(({ expression }) => sql`${expression} ${direction}`))} limit ${page * pageSize}
  )`;
  const branches = listBranches(query).flatMap((branch) =>
    nullable
      ? [
          select([isOfBranch(branch), sql`${nullable} is not null`], sorted),
          select([isOfBranch(branch), sql`${nullable} is null`], sorted.slice(1)),
        ]
      : [select([isOfBranch(branch)], sorted)],
  );
  const nulls = nullable ? sql` nulls last` : sql``;
  return sql`
    select id::text from (${sql.join(branches, sql` union all `)}) merged
    order by ${sql.join(keys.map(({ name }) => sql`${name} ${direction}${nulls}`))}
    limit ${pageSize} offset ${(page - 1) * pageSize}`;
}

/** Alarms of one plant, device or parent, however many plants there are. */
const isOfOne = ({ stationId, deviceId, parentAlarmId }: ListQuery): boolean =>
  stationId !== undefined || deviceId !== undefined || parentAlarmId !== undefined;

/** Whether all that match are read and sorted. */
const isSorted = (query: ListQuery, { isSmall }: AlarmScope): boolean =>
  isSmall || isOfOne(query) || !isUngrouped(query);

/** Conditions on the alarms `a`, apart from scope and search. */
function listConditions(scope: Scope, query: ListQuery): RawBuilder<unknown> {
  const { kind, status } = query;
  const parts = listFilters(scope, query);
  if (kind !== undefined) parts.push(sql`a.kind = ${sql.lit(kind)}`);
  if (status !== undefined) parts.push(sql`a.status = ${sql.lit(status)}`);
  return and([...parts, sql`true`]);
}

/** How the alarms that match are read, in no order. */
async function findSelect(
  db: Db,
  scope: Scope,
  { query, inScope }: { query: ListQuery; inScope: AlarmScope },
): Promise<TextSelect> {
  const { search } = query;
  const ofOne = isOfOne(query) ? selectWhere(inScope.condition) : undefined;
  if (search) return await findTextSelect(db, scope, { search, inScope, few: ofOne });
  return { select: ofOne ?? inScope.select };
}

/** The page of a list of which all alarms are sorted, or of a search of which the newest fill the page. */
async function findRead(
  db: Db,
  scope: Scope,
  { query, inScope }: { query: ListQuery; inScope: AlarmScope },
): Promise<FoundPage> {
  const { select, isMatch } = await findSelect(db, scope, { query, inScope });
  const conditions = listConditions(scope, query);
  const newest =
    isMatch && (await findNewest(db, query, { inScope, conditions: sql`${conditions} and ${isMatch}` }));
  return newest ?? (await findSorted(db, query, { ...inScope, source: select(sql`a.*`, conditions) }));
}

async function findMerged(
  db: Db,
  scope: Scope,
  { query, inScope }: { query: ListQuery; inScope: AlarmScope },
): Promise<FoundPage> {
  const stored = await findStoredTotal(db, query, inScope);
  const counted = sql`(
    select count(*)::int
    from (${inScope.select(sql`1 as one`, listConditions(scope, query))} limit ${MAX_TOTAL + 1}) counted
  )`;
  const isInScope = query.sort === "stationName" ? inScope.plantCondition : inScope.condition;
  const page = mergedPage(query, [isInScope, ...listFilters(scope, query)]);
  const { rows } = await sql<FoundPage>`
    ${withTables(...inScope.tables)}
    select array(${page}) as ids, ${stored === undefined ? counted : sql`${stored}::int`} as total`.execute(
    db,
  );
  return rows[0] as FoundPage;
}

/** Ids of the alarms on a page of the list, in order, and how many match in all, up to `MAX_TOTAL`. */
export async function searchAlarms(
  db: Db,
  scope: Scope,
  query: ListQuery,
): Promise<{ ids: string[]; total: number; isTotalCapped: boolean }> {
  const inScope = await findAlarmScope(db, scope);
  const find = isSorted(query, inScope) ? findRead : findMerged;
  const { ids, total, isMore = false } = await find(db, scope, { query, inScope });
  return { ids, total: Math.min(total, MAX_TOTAL), isTotalCapped: isMore || total > MAX_TOTAL };
}
