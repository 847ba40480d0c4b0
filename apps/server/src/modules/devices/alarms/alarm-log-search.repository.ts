import type { endpoints, QueryOf } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { alarmsSince, hasFullAccess, isKnownAccount } from "../../base/access/history-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope } from "../../base/access/scope-sql.ts";
import { devicesMatching, toPattern } from "./alarm-text.repository.ts";

type LogQuery = QueryOf<typeof endpoints.alarm.log>;

/** Devices and accounts up to this number are looked up one by one in their index; of more, entries are filtered. */
const MAX_IDS = 500;
/** Plants up to this number are looked up one by one: entries of more plants are frequent among those of all. */
const MAX_DRIVING_PLANTS = 100;

interface Restricted {
  readonly id: string;
  /** Since when its alarms are visible to the caller, as SQL text: it may be `infinity`. */
  readonly since: string;
}

/** What decides which entries are found, read before the search because the best plan depends on how many there are. */
interface Found {
  /** Visible plants; undefined for all, and where there are too many. */
  readonly plantIds: readonly string[] | undefined;
  /** Plants that are not visible since ever: transferred or shared ones; undefined where there are too many. */
  readonly restricted: readonly Restricted[] | undefined;
  /** Devices that match the search, and accounts whose name matches; undefined without one, and where there are too many. */
  readonly deviceIds: readonly string[] | undefined;
  readonly accountIds: readonly string[] | undefined;
}

const fewOf = <Row>(rows: readonly Row[]): readonly Row[] | undefined =>
  rows.length > MAX_IDS ? undefined : rows;

async function listIds(db: Db, ids: RawBuilder<unknown>): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ id: string }>`
    select found.id from (${ids}) found (id) limit ${MAX_IDS + 1}`.execute(db);
  return fewOf(rows) && [...new Set(rows.map(({ id }) => id))];
}

const ofStation = ({ stationId }: LogQuery) =>
  stationId === undefined ? sql`true` : sql`p.id = ${stationId}`;

async function listPlantIds(db: Db, scope: Scope, query: LogQuery): Promise<readonly string[] | undefined> {
  if (hasFullAccess(scope)) return query.stationId === undefined ? undefined : [query.stationId];
  return await listIds(
    db,
    sql`select p.id from plants p where ${listedInScope(scope, "alarms")} and ${ofStation(query)}`,
  );
}

async function listRestricted(
  db: Db,
  scope: Scope,
  query: LogQuery,
): Promise<readonly Restricted[] | undefined> {
  if (hasFullAccess(scope)) return [];
  const { rows } = await sql<Restricted>`
    select p.id, coalesce(${alarmsSince(scope)}, 'infinity')::text as since
    from plants p
    where ${listedInScope(scope, "alarms")} and ${ofStation(query)} and p.id in (
      select t.plant_id from plant_transfers t where t.state = 'accepted'
      union all
      select g.plant_id from plant_grants g where g.account_id = ${scope.accountId ?? null}
    )
    limit ${MAX_IDS + 1}`.execute(db);
  return fewOf(rows);
}

/** Devices that match a pattern; where the plants are few, only those that were ever in one of them. */
function devicesFor(
  scope: Scope,
  pattern: string,
  plantIds: readonly string[] | undefined,
): RawBuilder<unknown> {
  if (plantIds === undefined) return devicesMatching(scope, pattern);
  return sql`
    select d.id from device_links own join devices d on d.id = own.device_id join plants p on p.id = own.plant_id
    left join slots slot on slot.id = own.slot_id and own.to_at is null
    where own.plant_id = any(${plantIds}::uuid[]) and (d.sn ilike ${pattern} or d.alias ilike ${pattern}
      or (slot.label ilike ${pattern} and not 'layout' = any(${hiddenParts(scope)})))`;
}

/** As devicesMatching, for the device of one entry `l`: not a subquery of `in`, which would be read as a whole. */
const isOfMatchingDevice = (scope: Scope, pattern: string) => sql`(
  (select d.sn ilike ${pattern} or d.alias ilike ${pattern} from devices d where d.id = l.device_id)
  or coalesce((
    select bool_or(slot.label ilike ${pattern} and not 'layout' = any(${hiddenParts(scope)}))
    from device_links placed join slots slot on slot.id = placed.slot_id join plants p on p.id = placed.plant_id
    where placed.device_id = l.device_id and placed.to_at is null
  ), false)
)`;

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
  if (search && found.deviceIds === undefined) parts.push(isOfMatchingDevice(scope, toPattern(search)));
  if (query.cursor !== undefined) {
    const [micros, id] = timesCursor(query.cursor);
    parts.push(
      sql`(l.at, l.id) < ('epoch'::timestamptz + ${micros}::float8 * interval '1 microsecond', ${id}::bigint)`,
    );
  }
  return parts;
}

/** Condition that entries `l` are not older than the caller's access to the alarms of their plants. */
function isSinceVisible(scope: Scope, { restricted }: Found): RawBuilder<unknown> {
  if (restricted === undefined)
    return sql`l.at >= (select ${alarmsSince(scope)} from plants p where p.id = l.plant_id)`;
  if (restricted.length === 0) return sql`true`;
  return sql`coalesce((
    select l.at >= r.since
    from unnest(${restricted.map(({ id }) => id)}::uuid[], ${restricted.map(({ since }) => since)}::timestamptz[])
      r (id, since)
    where r.id = l.plant_id
  ), true)`;
}

/** Condition that entries `l` are of plants visible to the caller. */
function isOfVisiblePlant(scope: Scope, { plantIds }: Found): RawBuilder<unknown> {
  if (hasFullAccess(scope)) return sql`true`;
  return plantIds === undefined
    ? sql`l.plant_id in (select p.id from plants p where ${listedInScope(scope, "alarms")})`
    : sql`l.plant_id = any(${plantIds}::uuid[])`;
}

const newest = (limit: number) => sql`order by l.at desc, l.id desc limit ${limit}`;

/** The newest entries of each plant, device or account (`driver.id`) by its own index, of which the newest are returned. */
function ofEach(
  ids: readonly string[],
  { where, limit }: { where: readonly RawBuilder<unknown>[]; limit: number },
): RawBuilder<unknown> {
  return sql`
    select l.* from unnest(${ids}::uuid[]) driver (id)
    cross join lateral (select l.* from alarm_events l where ${sql.join(where, sql` and `)} ${newest(limit)}) l
    ${newest(limit)}`;
}

function entriesOf(scope: Scope, query: LogQuery, found: Found): RawBuilder<unknown> {
  const { plantIds, deviceIds, accountIds } = found;
  const conditions = [...listConditions(scope, query, found), isSinceVisible(scope, found)];
  const limit = query.pageSize + 1;
  const where = [...conditions, isOfVisiblePlant(scope, found)];
  if (deviceIds !== undefined)
    return ofEach(deviceIds, { where: [sql`l.device_id = driver.id`, ...where], limit });
  if (accountIds !== undefined)
    return ofEach(accountIds, { where: [sql`l.account_id = driver.id`, ...where], limit });
  const isOfOne =
    query.stationId !== undefined || query.deviceId !== undefined || query.alarmId !== undefined;
  if (plantIds !== undefined && plantIds.length <= MAX_DRIVING_PLANTS && !isOfOne)
    return ofEach(plantIds, { where: [sql`l.plant_id = driver.id`, ...conditions], limit });
  return sql`select l.* from alarm_events l where ${sql.join(where, sql` and `)} ${newest(limit)}`;
}

/** Entries of a page of the log and one more, if there are more, as rows of `alarm_events`. */
export async function findLogEntries(db: Db, scope: Scope, query: LogQuery): Promise<RawBuilder<unknown>> {
  const { search, operator } = query;
  const [plantIds, restricted, accountIds] = await Promise.all([
    listPlantIds(db, scope, query),
    listRestricted(db, scope, query),
    operator ? listIds(db, accountsMatching(toPattern(operator))) : undefined,
  ]);
  const deviceIds = search ? await listIds(db, devicesFor(scope, toPattern(search), plantIds)) : undefined;
  return entriesOf(scope, query, { plantIds, restricted, deviceIds, accountIds });
}
