import type { AlarmRow, endpoints, QueryOf } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { hasFullAccess, isKnownAccount } from "../../base/access/history-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope, plantsInScope, plantsToOperate } from "../../base/access/scope-sql.ts";

type ListQuery = QueryOf<typeof endpoints.alarm.list>;
type CountsQuery = QueryOf<typeof endpoints.alarm.counts>;
type Times = "firstAt" | "lastAt" | "goneAt" | "acknowledgedAt" | "resolvedAt";

/** An alarm as the API shows it, its times as dates. */
export type AlarmRecord = Omit<AlarmRow, Times> & {
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly goneAt: Date | null;
  readonly acknowledgedAt: Date | null;
  readonly resolvedAt: Date | null;
};

const RANKS = { warning: 1, alarm: 2, fault: 3 } as const;

/** The total of a list is counted up to this number: counting is what takes longest. */
const MAX_TOTAL = 10_000;
/** Plants up to this number are passed by id, so that the planner knows how few they are. */
const MAX_PLANT_IDS = 500;

/** Condition that the alarms `a` are of plants whose alarms are visible to the caller. */
async function findScopeCondition(db: Db, scope: Scope): Promise<RawBuilder<unknown>> {
  if (hasFullAccess(scope)) return sql`true`;
  const visible = sql`select p.id from plants p where ${listedInScope(scope, "alarms")}`;
  const { rows } = await sql<{ id: string }>`${visible} limit ${MAX_PLANT_IDS + 1}`.execute(db);
  if (rows.length > MAX_PLANT_IDS) return sql`a.plant_id in (${visible})`;
  return sql`a.plant_id = any(${rows.map(({ id }) => id)}::uuid[])`;
}

/** A pattern of `ilike` for texts that contain this one. */
export const toPattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Ids of devices by serial number, alias and place; a place only where the caller sees the layout. */
export const devicesMatching = (scope: Scope, pattern: string): RawBuilder<unknown> => sql`
  select d.id from devices d where d.sn ilike ${pattern} or d.alias ilike ${pattern}
  union all
  select l.device_id from slots slot join device_links l on l.slot_id = slot.id and l.to_at is null
  join plants p on p.id = l.plant_id
  where slot.label ilike ${pattern} and not 'layout' = any(${hiddenParts(scope)})`;

/**
 * Alarms (alias `a`) with a fault code, or whose plant or device contains the text; a place only where the caller sees the
 * layout. A union, so that each way has its index.
 */
function matches(scope: Scope, search: string): RawBuilder<unknown> {
  const pattern = toPattern(search);
  return sql`a.id in (
    select o.id from alarms o where o.fault_code = ${search.toUpperCase()}
    union all
    select o.id from alarms o where o.plant_id in (select p.id from plants p where p.name ilike ${pattern})
    union all
    select o.id from alarms o where o.device_id in (${devicesMatching(scope, pattern)})
  )`;
}

function conditions(scope: Scope, query: ListQuery, inScope: RawBuilder<unknown>): RawBuilder<unknown> {
  const { kind, status, severity, stationId, deviceId, faultCode, search, parentAlarmId } = query;
  const parts: RawBuilder<unknown>[] = [inScope];
  if (kind !== undefined) parts.push(sql`a.kind = ${kind}`);
  // Literals, so that the planner knows that the partial indexes fit.
  if (status !== undefined) parts.push(sql`a.status = ${sql.lit(status)}`);
  if (severity !== undefined) parts.push(sql`a.severity_rank = ${sql.lit(RANKS[severity])}`);
  if (stationId !== undefined) parts.push(sql`a.plant_id = ${stationId}`);
  if (deviceId !== undefined) parts.push(sql`a.device_id = ${deviceId}`);
  if (faultCode) parts.push(sql`a.fault_code = ${faultCode}`);
  if (query.fromAt !== undefined) parts.push(sql`a.last_at >= ${query.fromAt}`);
  if (query.toAt !== undefined) parts.push(sql`a.last_at < ${query.toAt}`);
  if (query.condition === "present") parts.push(sql`(a.status = 'unresolved' and a.gone_at is null)`);
  if (query.condition === "gone") parts.push(sql`a.gone_at is not null`);
  if (query.assignedToMe) parts.push(sql`a.assignee_id = ${scope.accountId ?? null}::uuid`);
  if (parentAlarmId !== undefined) parts.push(sql`a.parent_alarm_id = ${parentAlarmId}`);
  else if (deviceId === undefined && !search) parts.push(sql`a.parent_alarm_id is null`);
  if (search) parts.push(matches(scope, search));
  return sql.join(parts, sql` and `);
}

/** Expressions on `a`, and on `p` and `d` in the two sorts that need a join. */
function sortKeys(sort: ListQuery["sort"]): RawBuilder<unknown>[] {
  switch (sort) {
    case "lastAt":
      return [];
    case "firstAt":
      return [sql`a.first_at`];
    case "goneAt":
      return [sql`a.gone_at`];
    case "acknowledgedAt":
      return [sql`a.acknowledged_at`];
    case "severity":
      return [sql`a.severity_rank`];
    case "faultCode":
      return [sql`a.fault_code collate natural_order`];
    case "count":
      return [sql`a.count`];
    case "status":
      return [sql`a.status`];
    case "stationName":
      return [sql`p.name collate natural_order`, sql`p.id`];
    case "sn":
      return [sql`d.sn`];
  }
}

const joins: Partial<Record<ListQuery["sort"], RawBuilder<unknown>>> = {
  stationName: sql`join plants p on p.id = a.plant_id`,
  sn: sql`join devices d on d.id = a.device_id`,
};
const NULLABLE: ReadonlySet<ListQuery["sort"]> = new Set(["goneAt", "acknowledgedAt"]);

/** Ids of the alarms on a page of the list, in order, and how many match in all, up to `MAX_TOTAL`. */
export async function searchAlarms(
  db: Db,
  scope: Scope,
  query: ListQuery,
): Promise<{ ids: string[]; total: number; isTotalCapped: boolean }> {
  const { sort, order, page, pageSize } = query;
  const direction = sql.raw(order);
  // Alarms without the time come last in either order.
  const nulls = NULLABLE.has(sort) ? sql` nulls last` : sql``;
  const keys = [
    ...sortKeys(sort).map((key) => sql`${key} ${direction}${nulls}`),
    sql`a.last_at ${direction}`,
    sql`a.id ${direction}`,
  ];
  const condition = conditions(scope, query, await findScopeCondition(db, scope));
  const [listed, counted] = await Promise.all([
    sql<{ id: string }>`
      select a.id from alarms a ${joins[sort] ?? sql``} where ${condition}
      order by ${sql.join(keys)} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from (select from alarms a where ${condition} limit ${MAX_TOTAL + 1}) counted`.execute(
      db,
    ),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  return {
    ids: listed.rows.map(({ id }) => id),
    total: Math.min(total, MAX_TOTAL),
    isTotalCapped: total > MAX_TOTAL,
  };
}

/** The name of an account where it is visible to the caller; `l` is the alarm. */
export const visibleName = (scope: Scope, accountId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(
    select a.user_name from accounts a
    where a.id = ${accountId} and a.cancelled_at is null and ${isKnownAccount(scope)}
  )`;

/** Rows of alarms in scope, in the order of the ids. */
export async function listAlarmRows(db: Db, scope: Scope, ids: readonly string[]): Promise<AlarmRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AlarmRecord>`
    select l.id as "alarmId", l.kind, l.fault_code as "faultCode", l.source, l.description, l.severity, l.status,
      l.count, l.first_at as "firstAt", l.last_at as "lastAt", l.gone_at as "goneAt",
      l.acknowledged_at as "acknowledgedAt", ${visibleName(scope, sql`l.acknowledged_by`)} as "acknowledgedByName",
      l.assignee_id as "assigneeId", ${visibleName(scope, sql`l.assignee_id`)} as "assigneeName",
      l.resolved_at as "resolvedAt", ${visibleName(scope, sql`l.resolved_by`)} as "resolvedByName",
      l.resolution, l.resolution_reason as "resolutionReason",
      p.id as "stationId", p.name as "stationName", p.time_zone as "timeZone",
      d.id as "deviceId", d.sn, d.alias, d.type as "deviceType",
      case when 'layout' = any(${hiddenParts(scope)}) then '' else coalesce(slot.label, '') end as "slotLabel",
      l.parent_alarm_id as "parentAlarmId", ${plantsToOperate(scope)} as "mayOperate",
      (select count(*)::int from alarms child where child.parent_alarm_id = l.id and child.status = 'unresolved')
        as "groupedCount"
    from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)
    join alarms l on l.id = chosen.id
    join plants p on p.id = l.plant_id
    join devices d on d.id = l.device_id
    left join lateral (
      select slot.label from device_links placed join slots slot on slot.id = placed.slot_id
      where placed.device_id = l.device_id and placed.plant_id = l.plant_id
      order by placed.from_at desc limit 1
    ) slot on true
    where ${plantsInScope(scope, "alarms")}
    order by chosen.place`.execute(db);
  return rows;
}

export interface AlarmCount {
  readonly kind: "device" | "threshold";
  readonly severity: "fault" | "alarm" | "warning";
  readonly total: number;
  readonly unacknowledged: number;
}

/** Unresolved alarms that are not grouped, by kind and severity. */
export async function countByKind(db: Db, scope: Scope, query: CountsQuery): Promise<AlarmCount[]> {
  const { kind, stationId } = query;
  const parts: RawBuilder<unknown>[] = [await findScopeCondition(db, scope)];
  if (kind !== undefined) parts.push(sql`a.kind = ${kind}`);
  if (stationId !== undefined) parts.push(sql`a.plant_id = ${stationId}`);
  const { rows } = await sql<AlarmCount>`
    select a.kind, (array['warning', 'alarm', 'fault'])[a.severity_rank] as severity, count(*)::int as total,
      (count(*) filter (where a.acknowledged_at is null))::int as unacknowledged
    from alarms a
    where a.status = 'unresolved' and a.parent_alarm_id is null and ${sql.join(parts, sql` and `)}
    group by a.kind, a.severity_rank`.execute(db);
  return rows;
}

/** All unresolved alarms of the caller's plants, as the bell counts them. */
export async function countUnresolved(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from alarms a
    where a.status = 'unresolved' and a.parent_alarm_id is null and ${await findScopeCondition(db, scope)}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}
