import type { endpoints, QueryOf } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { AlarmScope, ListQuery } from "./alarm-filters.repository.ts";
import { findAlarmScope, isUngrouped, RANKS, withTables } from "./alarm-filters.repository.ts";

type CountsQuery = QueryOf<typeof endpoints.alarm.counts>;

export interface AlarmCount {
  readonly kind: "device" | "threshold";
  readonly severity: "fault" | "alarm" | "warning";
  readonly total: number;
  readonly unacknowledged: number;
}

/** Numbers of all alarms: what is stored and the changes since, by one statement, so that none is counted twice. */
const storedTotals = sql`(select * from alarm_totals union all select * from alarm_total_changes)`;

/** How many alarms of all plants match, where the stored totals tell; undefined where alarms must be counted. */
export async function findStoredTotal(
  db: Db,
  query: ListQuery,
  { isAll }: AlarmScope,
): Promise<number | undefined> {
  const { kind, status, severity, condition } = query;
  const { stationId, faultCode, fromAt, toAt, assignedToMe } = query;
  const isOther = stationId || faultCode || fromAt || toAt || assignedToMe;
  if (!isAll || !isUngrouped(query) || isOther) return undefined;
  const parts: RawBuilder<unknown>[] = [sql`not t.is_grouped`];
  if (kind !== undefined) parts.push(sql`t.kind = ${kind}`);
  if (status !== undefined) parts.push(sql`t.status = ${status}`);
  if (severity !== undefined) parts.push(sql`t.severity_rank = ${RANKS[severity]}`);
  if (condition === "present") parts.push(sql`t.status = 'unresolved' and not t.is_gone`);
  if (condition === "gone") parts.push(sql`t.is_gone`);
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(t.total), 0)::int as total from ${storedTotals} t where ${sql.join(parts, sql` and `)}`.execute(
    db,
  );
  return rows[0]?.total;
}

const severityOf = (rank: RawBuilder<unknown>) => sql`(array['warning', 'alarm', 'fault'])[${rank}]`;

async function countStored(db: Db, { kind }: CountsQuery): Promise<AlarmCount[]> {
  const { rows } = await sql<AlarmCount>`
    select t.kind, ${severityOf(sql`t.severity_rank`)} as severity, sum(t.total)::int as total,
      sum(t.unacknowledged)::int as unacknowledged
    from ${storedTotals} t
    where t.status = 'unresolved' and not t.is_grouped and ${kind === undefined ? sql`true` : sql`t.kind = ${kind}`}
    group by t.kind, t.severity_rank having sum(t.total) > 0`.execute(db);
  return rows;
}

/** Unresolved alarms that are not grouped, by kind and severity. */
export async function countByKind(db: Db, scope: Scope, query: CountsQuery): Promise<AlarmCount[]> {
  const { kind, stationId } = query;
  const { tables, select, isAll } = await findAlarmScope(db, scope);
  if (isAll && stationId === undefined) return await countStored(db, query);
  const parts: RawBuilder<unknown>[] = [sql`a.status = 'unresolved' and a.parent_alarm_id is null`];
  if (kind !== undefined) parts.push(sql`a.kind = ${kind}`);
  if (stationId !== undefined) parts.push(sql`a.plant_id = ${stationId}`);
  const { rows } = await sql<AlarmCount>`
    ${withTables(...tables)}
    select a.kind, ${severityOf(sql`a.severity_rank`)} as severity, count(*)::int as total,
      (count(*) filter (where a.acknowledged_at is null))::int as unacknowledged
    from (${select(sql`a.kind, a.severity_rank, a.acknowledged_at`, sql.join(parts, sql` and `))}) a
    group by a.kind, a.severity_rank`.execute(db);
  return rows;
}

/** All unresolved alarms of the caller's plants, as the bell counts them. */
export async function countUnresolved(db: Db, scope: Scope): Promise<number> {
  const counts = await countByKind(db, scope, {});
  return counts.reduce((sum, { total }) => sum + total, 0);
}

/**
 * Moves the changes to the stored totals, so that few rows are summed. In the same order in every process, as each waits
 * for the rows of the other.
 */
export async function storeTotalChanges(db: Db): Promise<void> {
  await sql`
    with moved as (delete from alarm_total_changes returning *)
    insert into alarm_totals as t
    select kind, status, severity_rank, is_gone, is_grouped, sum(total), sum(unacknowledged)
    from moved group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (kind, status, severity_rank, is_gone, is_grouped)
    do update set total = t.total + excluded.total, unacknowledged = t.unacknowledged + excluded.unacknowledged`.execute(
    db,
  );
}
