import type { RawBuilder } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { AlarmScope, ListQuery } from "./alarm-filters.repository.ts";
import { isOfBranch, listBranches, withTables } from "./alarm-filters.repository.ts";
import type { SortKey } from "./alarm-sort-sql.ts";
import { listKeys, SORT_JOINS, SORT_NULLABLE } from "./alarm-sort-sql.ts";

/** Alarms that are checked one by one at most, about 10 µs each. */
const MAX_CHECKED = 2_000;

/** A page of a list. */
export interface FoundPage {
  readonly ids: string[];
  /** Alarms that match; `MAX_TOTAL` or more where not all were counted. */
  readonly total: number;
  /** Whether more match than `total`. */
  readonly isMore?: boolean;
}

/** How the alarms of a list are in order. */
interface Order {
  readonly keys: readonly SortKey[];
  readonly direction: RawBuilder<unknown>;
  readonly nullable: RawBuilder<unknown> | undefined;
}

const orderBy = ({ keys, direction }: Order, columnOf: (key: SortKey) => RawBuilder<unknown>) =>
  sql`order by ${sql.join(keys.map((key) => sql`${columnOf(key)} ${direction}`))}`;

/**
 * The first alarms in scope of the kinds and statuses of a query: each part is limited in the order of an index, which has
 * the plant as well, so that alarms out of scope are not read. Grouped alarms have an index by their time only, and are
 * sorted in another order.
 */
function selectFirst(query: ListQuery, order: Order, inScope: RawBuilder<unknown>): RawBuilder<unknown> {
  const { fromAt, toAt } = query;
  const { keys, direction, nullable } = order;
  const limit = sql`limit ${MAX_CHECKED + 1}`;
  const columns = sql.join(keys.map(({ expression, name }) => sql`${expression} as ${name}`));
  const time = [
    ...(fromAt === undefined ? [] : [sql`a.last_at >= ${fromAt}`]),
    ...(toAt === undefined ? [] : [sql`a.last_at < ${toAt}`]),
  ];
  const select = (parts: readonly RawBuilder<unknown>[], by: readonly SortKey[]) => sql`(
    select a.id, ${columns} from alarms a where ${sql.join([...parts, ...time, inScope], sql` and `)}
    ${orderBy({ ...order, keys: by }, ({ expression }) => expression)} ${limit}
  )`;
  const grouped = [sql`a.parent_alarm_id is null`, sql`a.parent_alarm_id is not null`];
  const branches = listBranches(query).flatMap((branch) =>
    grouped.flatMap((isGrouped) => {
      const parts = [isOfBranch(branch), isGrouped];
      if (nullable === undefined) return [select(parts, keys)];
      const [, ...others] = keys;
      return [
        select([...parts, sql`${nullable} is not null`], keys),
        select([...parts, sql`${nullable} is null`], others),
      ];
    }),
  );
  const nulls = nullable === undefined ? sql`` : sql` nulls last`;
  return sql`
    select * from (${sql.join(branches, sql` union all `)}) merged
    ${orderBy({ ...order, direction: sql`${direction}${nulls}` }, ({ name }) => name)} ${limit}`;
}

/**
 * The page of a list from its first alarms, which are read in their order and checked against the conditions until the page
 * is full and one more matches. Undefined where the order is not that of a column of the alarm, or these alarms do not fill
 * the page: then all that match must be read.
 */
export async function findNewest(
  db: Db,
  query: ListQuery,
  { inScope, conditions }: { inScope: AlarmScope; conditions: RawBuilder<unknown> },
): Promise<FoundPage | undefined> {
  const { sort, pageSize } = query;
  const needed = query.page * pageSize;
  if (SORT_JOINS[sort] !== undefined || needed > MAX_CHECKED) return undefined;
  const nullable = SORT_NULLABLE[sort];
  const order = { keys: listKeys(sort), direction: sql.raw(query.order), nullable };
  const nulls = nullable === undefined ? sql`` : sql` nulls last`;
  const names = sql.join(order.keys.map(({ name }) => name));
  const inOrder = orderBy({ ...order, direction: sql`${order.direction}${nulls}` }, ({ name }) => name);
  const first = selectFirst(query, order, inScope.condition);
  // The offset keeps it a check of one alarm after the other: as a join, all that match would be found first.
  const found = sql`found as materialized (
    select listed.id, ${names} from (${first}) listed
    cross join lateral (select from alarms a where a.id = listed.id and ${conditions} offset 0) matching
    ${inOrder} limit ${needed + 1}
  )`;
  const { rows } = await sql<{ ids: string[]; total: number; isMore: boolean }>`
    ${withTables(...inScope.tables, found)}
    select array(
        select id::text from found ${inOrder} limit ${pageSize} offset ${needed - pageSize}
      ) as ids,
      (select count(*)::int from found) as total,
      case when (select count(*) from found) > ${needed} then true
        else (select count(*) > ${MAX_CHECKED} from (${first}) listed)
      end as "isMore"`.execute(db);
  const page = rows[0] as FoundPage;
  return page.isMore && page.total <= needed ? undefined : page;
}
