import type { endpoints, QueryOf } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { alarmsSince, hasFullAccess, isKnownAccount } from "../../base/access/history-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { listedInScope } from "../../base/access/scope-sql.ts";
import { devicesMatching, toPattern } from "./alarm-text.repository.ts";

type LogQuery = QueryOf<typeof endpoints.alarm.log>;

/** Ids up to this number are looked up one by one in their index, each for its newest entries; more are filtered. */
const MAX_IDS = 500;

interface VisiblePlant {
  readonly id: string;
  /** Since when its alarms are visible to the caller, as SQL text: it may be `-infinity`. */
  readonly since: string;
}

/** What decides which entries are found, read before the search because the best plan depends on how many there are. */
interface Found {
  /** Visible plants; undefined for all, and where there are too many. */
  readonly plants: readonly VisiblePlant[] | undefined;
  /** Devices that match the search, and accounts whose name matches; undefined without one, and where there are too many. */
  readonly deviceIds: readonly string[] | undefined;
  readonly accountIds: readonly string[] | undefined;
}

const fewOf = <Row>(rows: readonly Row[]): readonly Row[] | undefined =>
  rows.length > MAX_IDS ? undefined : rows;

async function listIds(db: Db, ids: RawBuilder<unknown>): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ id: string }>`
    select distinct found.id from (${ids}) found (id) limit ${MAX_IDS + 1}`.execute(db);
  return fewOf(rows.map(({ id }) => id));
}

async function listPlants(
  db: Db,
  scope: Scope,
  query: LogQuery,
): Promise<readonly VisiblePlant[] | undefined> {
  if (hasFullAccess(scope)) return undefined;
  const ofOne = query.stationId === undefined ? sql`true` : sql`p.id = ${query.stationId}`;
  const { rows } = await sql<VisiblePlant>`
    select p.id, coalesce(${alarmsSince(scope)}, 'infinity')::text as since
    from plants p where ${listedInScope(scope, "alarms")} and ${ofOne} limit ${MAX_IDS + 1}`.execute(db);
  return fewOf(rows);
}

const accountsMatching = (pattern: string) => sql`
  select a.id from accounts a where a.user_name ilike ${pattern} and a.cancelled_at is null`;

const timesCursor = (cursor: string): readonly [number, string] => {
  const [micros = "0", id = "0"] = cursor.split("-");
  return [Number(micros), id];
};

/** Conditions on entries `l`, without those on the plant. */
function listConditions(scope: Scope, query: LogQuery, found: Found): RawBuilder<unknown>[] {
  const { stationId, deviceId, alarmId, kind, severity, faultCode, operation, operator, search } = query;
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (query.fromAt !== undefined) parts.push(sql`l.at >= ${query.fromAt}`);
  if (query.toAt !== undefined) parts.push(sql`l.at < ${query.toAt}`);
  if (stationId !== undefined) parts.push(sql`l.plant_id = ${stationId}`);
  if (deviceId !== undefined) parts.push(sql`l.device_id = ${deviceId}`);
  if (alarmId !== undefined) parts.push(sql`l.alarm_id = ${alarmId}`);
  if (kind !== undefined) parts.push(sql`l.alarm_kind = ${kind}`);
  if (severity !== undefined) parts.push(sql`l.severity = ${severity}`);
  if (faultCode) parts.push(sql`l.fault_code = ${faultCode}`);
  // A literal, so that the planner knows that the partial index applies.
  if (operation !== undefined) parts.push(sql`l.operation = ${sql.lit(operation)}`);
  if (operator)
    parts.push(sql`exists (
      select from accounts a where a.id = l.account_id and a.user_name ilike ${toPattern(operator)}
        and a.cancelled_at is null and ${isKnownAccount(scope)}
    )`);
  if (search && found.deviceIds === undefined)
    parts.push(sql`l.device_id in (${devicesMatching(scope, toPattern(search))})`);
  if (query.cursor !== undefined) {
    const [micros, id] = timesCursor(query.cursor);
    parts.push(
      sql`(l.at, l.id) < ('epoch'::timestamptz + ${micros}::float8 * interval '1 microsecond', ${id}::bigint)`,
    );
  }
  return parts;
}

/** Condition that entries `l` are of plants visible to the caller, since they are. */
function isVisible(scope: Scope, { plants }: Found): RawBuilder<unknown> {
  if (hasFullAccess(scope)) return sql`true`;
  const since = sql`l.at >= (select ${alarmsSince(scope)} from plants p where p.id = l.plant_id)`;
  return plants === undefined
    ? sql`l.plant_id in (select p.id from plants p where ${listedInScope(scope, "alarms")}) and ${since}`
    : sql`l.plant_id = any(${plants.map(({ id }) => id)}::uuid[]) and ${since}`;
}

const newest = (limit: number) => sql`order by l.at desc, l.id desc limit ${limit}`;

/** The newest entries of each of some plants, devices or accounts by its own index, of which the newest are returned. */
function ofEach(
  driver: RawBuilder<unknown>,
  { where, limit }: { where: readonly RawBuilder<unknown>[]; limit: number },
): RawBuilder<unknown> {
  return sql`
    select l.* from ${driver}
    cross join lateral (select l.* from alarm_events l where ${sql.join(where, sql` and `)} ${newest(limit)}) l
    ${newest(limit)}`;
}

const idsOf = (ids: readonly string[]) => sql`unnest(${ids}::uuid[]) driver (id)`;

function entriesOf(scope: Scope, query: LogQuery, found: Found): RawBuilder<unknown> {
  const { plants, deviceIds, accountIds } = found;
  const conditions = listConditions(scope, query, found);
  const limit = query.pageSize + 1;
  const where = [...conditions, isVisible(scope, found)];
  if (deviceIds !== undefined)
    return ofEach(idsOf(deviceIds), { where: [sql`l.device_id = driver.id`, ...where], limit });
  if (accountIds !== undefined)
    return ofEach(idsOf(accountIds), { where: [sql`l.account_id = driver.id`, ...where], limit });
  const isOfOne = query.deviceId !== undefined || query.alarmId !== undefined;
  if (plants !== undefined && !isOfOne) {
    const ids = plants.map(({ id }) => id);
    const since = plants.map((plant) => plant.since);
    return ofEach(sql`unnest(${ids}::uuid[], ${since}::timestamptz[]) driver (id, since)`, {
      where: [sql`l.plant_id = driver.id and l.at >= driver.since`, ...conditions],
      limit,
    });
  }
  return sql`select l.* from alarm_events l where ${sql.join(where, sql` and `)} ${newest(limit)}`;
}

/** Entries of a page of the log and one more, if there are more, as rows of `alarm_events`. */
export async function findLogEntries(db: Db, scope: Scope, query: LogQuery): Promise<RawBuilder<unknown>> {
  const [plants, deviceIds, accountIds] = await Promise.all([
    listPlants(db, scope, query),
    query.search ? listIds(db, devicesMatching(scope, toPattern(query.search))) : undefined,
    query.operator ? listIds(db, accountsMatching(toPattern(query.operator))) : undefined,
  ]);
  return entriesOf(scope, query, { plants, deviceIds, accountIds });
}
