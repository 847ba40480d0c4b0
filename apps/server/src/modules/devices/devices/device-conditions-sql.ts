import type { DeviceType, endpoints, QueryOf } from "@heliograph/contract";
import { deviceStatus } from "@heliograph/contract";
import { GOOD_SIGNAL_DBM, WEAK_SIGNAL_DBM } from "@heliograph/contract/signal-levels";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { hasAlarmOfMany, presenceOf, statusOf } from "../status/device-status-sql.ts";
import { latestValue } from "./latest-values-sql.ts";
import { PLACE_ORDER } from "./place-order-sql.ts";

// Filters and orders of the device list, as SQL about a device `d`, its link `l`, its slot `slot`, the joins of its status and
// its plant `p` of the table expression `chosen` (chosen-plants-sql.ts).

type ListQuery = QueryOf<typeof endpoints.device.list>;
export type DeviceSort = ListQuery["sort"];

export interface DeviceFilter {
  readonly stationId?: string | undefined;
  readonly companyId?: string | undefined;
  readonly type?: DeviceType | undefined;
  readonly status?: ListQuery["status"];
  readonly model?: string | undefined;
  readonly softwareVersion?: string | undefined;
  readonly signal?: ListQuery["signal"];
  readonly lastSeen?: ListQuery["lastSeen"];
  readonly search?: string | undefined;
}

export interface DeviceOrder {
  readonly sort: DeviceSort;
  readonly order: "asc" | "desc";
}

export interface DevicePage extends DeviceOrder {
  readonly offset: number;
  readonly limit: number;
}

/** Statuses as they are sorted: those that need nothing done first. */
export const STATUS_ORDER = deviceStatus.options.flatMap((status) =>
  status === "normal" ? [status, "asleep" as const] : [status],
);

const SECONDS = { hour: 3_600, overHour: 3_600, overDay: 86_400, overWeek: 604_800 };

/** Computed once for each plant where `chosen` is materialized. */
export const sleepTime = sql<boolean>`p.is_sleep_time`;
const lastSampleAt = sql`coalesce(s.last_sample_at, own.power_at)`;

/** Sort expressions; names with numbers are not sorted alphabetically. */
function sortKeys(sort: DeviceSort, now: Date): RawBuilder<unknown>[] {
  switch (sort) {
    case "sn":
      return [];
    case "alias":
      return [sql`d.alias`];
    case "type":
      return [sql`d.type`];
    case "model":
      return [sql`d.model`];
    case "softwareVersion":
      return [sql`d.software_version`];
    case "stationName":
      return [sql`p.name`, sql`p.id`];
    case "companyName":
      return [sql`p.company_name`];
    case "slotLabel":
      return [...PLACE_ORDER];
    case "status":
      return [
        sql`array_position(${STATUS_ORDER}::text[], case
          when ${presenceOf(now, hasAlarmOfMany, sleepTime)} = 'asleep' then 'asleep'
          else ${statusOf(now, hasAlarmOfMany, sleepTime)}
        end)`,
      ];
    case "updatedAt":
      return [lastSampleAt];
    case "onlineAt":
      return [sql`coalesce(own.online_since, s.online_since)`];
    default:
      return [latestValue(sort)];
  }
}

/** Time since which a device was last seen, or, for "over", before which. */
export const boundOfLastSeen = (
  lastSeen: Exclude<NonNullable<DeviceFilter["lastSeen"]>, "never">,
  now: Date,
): RawBuilder<unknown> => sql`(${now}::timestamptz - make_interval(secs => ${SECONDS[lastSeen]}))`;

// Lists of large fleets begin with queries of the same devices: device-candidates.repository.ts.

function wasSeen(lastSeen: NonNullable<DeviceFilter["lastSeen"]>, now: Date): RawBuilder<unknown> {
  if (lastSeen === "never") return sql`${lastSampleAt} is null`;
  const bound = boundOfLastSeen(lastSeen, now);
  return lastSeen === "hour" ? sql`${lastSampleAt} >= ${bound}` : sql`${lastSampleAt} < ${bound}`;
}

function hasSignal(signal: NonNullable<DeviceFilter["signal"]>): RawBuilder<unknown> {
  const dbm = latestValue("signalDbm");
  switch (signal) {
    case "good":
      return sql`${dbm} >= ${GOOD_SIGNAL_DBM}`;
    case "fair":
      return sql`${dbm} >= ${WEAK_SIGNAL_DBM} and ${dbm} < ${GOOD_SIGNAL_DBM}`;
    case "weak":
      return sql`${dbm} < ${WEAK_SIGNAL_DBM}`;
    case "none":
      return sql`${dbm} is null`;
  }
}

function hasStatus(status: NonNullable<DeviceFilter["status"]>, now: Date): RawBuilder<unknown> {
  // These need only alarms that are faults.
  if (status === "online" || status === "offline" || status === "asleep")
    return sql`${presenceOf(now, hasAlarmOfMany, sleepTime)} = ${status}`;
  return sql`${statusOf(now, hasAlarmOfMany, sleepTime)} = ${status}`;
}

/** Whether a device matches a filter, beside the plants that it chooses. */
export function conditionsOf(filter: DeviceFilter, now: Date): RawBuilder<unknown> {
  const { type, status, model, softwareVersion, signal, lastSeen, search } = filter;
  const parts = [sql`true`];
  if (type !== undefined) parts.push(sql`d.type = ${type}`);
  if (model !== undefined) parts.push(sql`d.model = ${model}`);
  if (softwareVersion !== undefined) parts.push(sql`d.software_version = ${softwareVersion}`);
  if (search) {
    const pattern = patternOf(search);
    parts.push(
      sql`(d.sn ilike ${pattern} or d.alias ilike ${pattern} or (slot.label ilike ${pattern} and not p.hides_layout))`,
    );
  }
  if (signal !== undefined) parts.push(sql`${hasSignal(signal)}`);
  if (lastSeen !== undefined) parts.push(sql`${wasSeen(lastSeen, now)}`);
  if (status !== undefined) parts.push(sql`${hasStatus(status, now)}`);
  return sql.join(parts, sql` and `);
}

/** Pattern of texts that contain this one. */
export const patternOf = (search: string) => `%${search.replace(/[\\%_]/g, "\\$&")}%`;

/** Statuses of the few devices that have an alarm or a fault: their lists begin with these. */
export const FINDINGS: ReadonlySet<DeviceFilter["status"]> = new Set(["fault", "alarm", "warning"]);

/** Whether a filter says more than which plants. */
export const hasConditions = ({ stationId: _, companyId: __, ...ofDevices }: DeviceFilter): boolean =>
  Object.values(ofDevices).some((value) => value !== undefined && value !== "");

export const directionOf = ({ order }: DeviceOrder) =>
  sql.raw(order === "asc" ? "asc nulls first" : "desc nulls last");

export function orderOf(by: DeviceOrder, now: Date): RawBuilder<unknown> {
  const { sort, order } = by;
  const direction = directionOf(by);
  const keys = sortKeys(sort, now).map((key) => sql`${key} ${direction}`);
  // Never null, and so in the order of its index.
  return sql.join([...keys, sql`d.sn ${sql.raw(order)}`]);
}
