import type { RawBuilder } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { ListQuery } from "./alarm-filters.repository.ts";
import { isOfBranch, listBranches } from "./alarm-filters.repository.ts";

/** Alarms that are checked one by one, about 10 µs each. */
const MAX_CHECKED = 2_000;

/** A page of a list. */
export interface FoundPage {
  readonly ids: string[];
  /** Alarms that match; `MAX_TOTAL` or more where not all were counted. */
  readonly total: number;
  /** Whether more match than `total`. */
  readonly isMore?: boolean;
}

/**
 * The first alarms of the kinds and statuses of a query by their time: each of the parts is in the order of an index, and
 * merging them reads no more than the limit.
 */
function selectFirst(query: ListQuery, direction: RawBuilder<unknown>): RawBuilder<unknown> {
  const { fromAt, toAt } = query;
  const time = [
    ...(fromAt === undefined ? [] : [sql`a.last_at >= ${fromAt}`]),
    ...(toAt === undefined ? [] : [sql`a.last_at < ${toAt}`]),
  ];
  const select = (parts: readonly RawBuilder<unknown>[]) =>
    sql`select a.* from alarms a where ${sql.join([...parts, ...time], sql` and `)}`;
  const branches = listBranches(query).flatMap((branch) => [
    select([isOfBranch(branch), sql`a.parent_alarm_id is null`]),
    select([isOfBranch(branch), sql`a.parent_alarm_id is not null`]),
  ]);
  return sql`
    select * from (${sql.join(branches, sql` union all `)}) merged
    order by last_at ${direction}, id ${direction} limit ${MAX_CHECKED + 1}`;
}

/**
 * The page of a list by its time, from the newest alarms (or the oldest), each of which is checked against the conditions.
 * Undefined where the order is another one or these alarms do not fill the page: then all that match must be read.
 */
export async function findNewest(
  db: Db,
  query: ListQuery,
  conditions: RawBuilder<unknown>,
): Promise<FoundPage | undefined> {
  const { sort, order, page, pageSize } = query;
  if (sort !== "lastAt" || page * pageSize > MAX_CHECKED) return undefined;
  const direction = sql.raw(order);
  const { rows } = await sql<{ ids: string[]; total: number; isMore: boolean }>`
    with first as materialized (${selectFirst(query, direction)}),
      found as materialized (select a.id, a.last_at from first a where ${conditions})
    select array(
        select id::text from found order by last_at ${direction}, id ${direction}
        limit ${pageSize} offset ${(page - 1) * pageSize}
      ) as ids,
      (select count(*)::int from found) as total,
      (select count(*) > ${MAX_CHECKED} from first) as "isMore"`.execute(db);
  const found = rows[0] as FoundPage;
  return found.isMore && found.total <= page * pageSize ? undefined : found;
}
