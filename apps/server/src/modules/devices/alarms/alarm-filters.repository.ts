import type { AlarmKind, AlarmStatus, endpoints, QueryOf } from "@heliograph/contract";
import { alarmKind, alarmStatus } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import { hasFullAccess } from "../../base/access/history-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { idsInScope } from "../../base/access/scope-sql.ts";

export type ListQuery = QueryOf<typeof endpoints.alarm.list>;

export const RANKS = { warning: 1, alarm: 2, fault: 3 } as const;

/** Alarms of so many plants are read plant by plant and sorted; of more, pages are read in the order of the sort key. */
const MAX_PLANT_IDS = 200;

/** Query of columns of the alarms `a` that meet a condition, in no order. */
export type SelectAlarms = (
  columns: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
) => RawBuilder<unknown>;

/** Alarms of the plants whose alarms are visible to the caller. */
export interface AlarmScope {
  /** Common table expressions that condition and selection refer to. */
  readonly tables: readonly RawBuilder<unknown>[];
  /** Condition on the alarms `a`, for reading them in the order of any index. */
  readonly condition: RawBuilder<unknown>;
  /** Condition on the plants `p` of these alarms, for reading them in the order of their names. */
  readonly plantCondition: RawBuilder<unknown>;
  /** By plant, unless they are all. */
  readonly select: SelectAlarms;
  /** All alarms, so that the stored totals are the caller's. */
  readonly isAll: boolean;
  /** Of so few plants that their alarms are read and sorted. */
  readonly isSmall: boolean;
  /** The plants themselves, where they are few. */
  readonly plantIds?: readonly string[];
}

/** The planner chooses the index. */
export const selectWhere =
  (inScope: RawBuilder<unknown>): SelectAlarms =>
  (columns, condition) =>
    sql`select ${columns} from alarms a where ${inScope} and ${condition}`;

/** As an array rather than a join or a list of each plant's own: all of them in one search of the index. */
const selectByPlant = selectWhere(sql`a.plant_id = any(array(select id from visible))`);

/** The clause for common table expressions; empty without any. */
export const withTables = (...tables: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  tables.length === 0 ? sql`` : sql`with ${sql.join(tables)}`;

export async function findAlarmScope(db: Db, scope: Scope): Promise<AlarmScope> {
  if (hasFullAccess(scope))
    return {
      tables: [],
      condition: sql`true`,
      plantCondition: sql`true`,
      select: selectWhere(sql`true`),
      isAll: true,
      isSmall: false,
    };
  const plantIds = idsInScope(scope, "alarms");
  const { rows } = await sql<{ id: string }>`
    select id from (${plantIds}) visible limit ${MAX_PLANT_IDS + 1}`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length <= MAX_PLANT_IDS) {
    const condition = sql`a.plant_id = any(${ids}::uuid[])`;
    const plantCondition = sql`p.id = any(${ids}::uuid[])`;
    const select = selectWhere(condition);
    return { tables: [], condition, plantCondition, select, isAll: false, isSmall: true, plantIds: ids };
  }
  return {
    // Found once for all parts of a statement.
    tables: [sql`visible as materialized (select distinct id from (${plantIds}) found)`],
    // `is true` keeps it a condition on each alarm: as a join, all alarms in scope would be read and sorted.
    condition: sql`(a.plant_id in (select id from visible)) is true`,
    plantCondition: sql`(p.id in (select id from visible)) is true`,
    select: selectByPlant,
    isAll: false,
    isSmall: false,
  };
}

/** Whether the list leaves out alarms grouped under a parent. */
export const isUngrouped = ({ parentAlarmId, deviceId, search }: ListQuery): boolean =>
  parentAlarmId === undefined && deviceId === undefined && !search;

/** Conditions on the alarms `a`, apart from kind, status, scope and search. */
export function listFilters(scope: Scope, query: ListQuery): RawBuilder<unknown>[] {
  const { severity, stationId, deviceId, faultCode, parentAlarmId } = query;
  const parts: RawBuilder<unknown>[] = [];
  // Literals, so that the planner knows how many there are.
  if (severity !== undefined) parts.push(sql`a.severity_rank = ${sql.lit(RANKS[severity])}`);
  if (stationId !== undefined) parts.push(sql`a.plant_id = ${stationId}`);
  if (deviceId !== undefined) parts.push(sql`a.device_id = ${deviceId}`);
  if (faultCode) parts.push(sql`a.fault_code collate natural_order = ${faultCode}`);
  if (query.fromAt !== undefined) parts.push(sql`a.last_at >= ${query.fromAt}`);
  if (query.toAt !== undefined) parts.push(sql`a.last_at < ${query.toAt}`);
  if (query.condition === "present") parts.push(sql`(a.status = 'unresolved' and a.gone_at is null)`);
  if (query.condition === "gone") parts.push(sql`a.gone_at is not null`);
  if (query.assignedToMe) parts.push(sql`a.assignee_id = ${scope.accountId ?? null}::uuid`);
  if (parentAlarmId !== undefined) parts.push(sql`a.parent_alarm_id = ${parentAlarmId}`);
  else if (isUngrouped(query)) parts.push(sql`a.parent_alarm_id is null`);
  return parts;
}

/** A part of the list that one index delivers in its order. */
export interface Branch {
  readonly kind: AlarmKind;
  readonly status: AlarmStatus;
}

/** The kinds and statuses that a query asks for. */
export const listBranches = ({ kind, status }: ListQuery): Branch[] =>
  (kind === undefined ? alarmKind.options : [kind]).flatMap((oneKind) =>
    (status === undefined ? alarmStatus.options : [status]).map((oneStatus) => ({
      kind: oneKind,
      status: oneStatus,
    })),
  );

export const isOfBranch = ({ kind, status }: Branch): RawBuilder<unknown> =>
  sql`a.kind = ${sql.lit(kind)} and a.status = ${sql.lit(status)}`;
