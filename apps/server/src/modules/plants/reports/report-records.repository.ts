import type { AlarmSeverity } from "@heliograph/contract";
import type { InstantRange } from "@heliograph/solar";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

const MAX_CODES = 10;

export interface AlarmCounts {
  readonly raised: number;
  readonly resolved: number;
  /** Raised by the end of the period and not resolved by then. */
  readonly open: number;
}

export interface FrequentAlarm {
  readonly faultCode: string;
  readonly severity: AlarmSeverity;
  readonly count: number;
}

/** Plants of one time zone, with the instants of the period there. */
export interface ZoneRange extends InstantRange {
  readonly plantIds: readonly string[];
}

/** Rows of plants `z` with their own instants: the caller has checked that their alarms are visible. */
function zonesOf(zones: readonly ZoneRange[]) {
  const rows = zones.flatMap(({ plantIds, fromAt, toAt }) =>
    plantIds.map((id) => ({ id, fromAt: new Date(fromAt), toAt: new Date(toAt) })),
  );
  return sql`unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ fromAt }) => fromAt)}::timestamptz[],
    ${rows.map(({ toAt }) => toAt)}::timestamptz[]) as z (plant_id, from_at, to_at)`;
}

/** Numbers of alarms of plants whose alarms are visible to the caller, in the period of each plant. */
export async function countAlarms(db: Db, zones: readonly ZoneRange[]): Promise<AlarmCounts> {
  const { rows } = await sql<AlarmCounts>`
    select (count(*) filter (where a.first_at >= z.from_at))::int as raised,
      (count(*) filter (where a.resolved_at >= z.from_at and a.resolved_at < z.to_at))::int as resolved,
      (count(*) filter (where a.resolved_at is null or a.resolved_at >= z.to_at))::int as open
    from ${zonesOf(zones)} join alarms a on a.plant_id = z.plant_id and a.first_at < z.to_at
      and (a.resolved_at is null or a.resolved_at >= z.from_at)`.execute(db);
  return rows[0] ?? { raised: 0, resolved: 0, open: 0 };
}

/** The codes of which most alarms were raised, on the same condition. */
export async function listFrequentAlarms(db: Db, zones: readonly ZoneRange[]): Promise<FrequentAlarm[]> {
  const { rows } = await sql<FrequentAlarm>`
    select a.fault_code as "faultCode", a.severity, count(*)::int as count
    from ${zonesOf(zones)} join alarms a on a.plant_id = z.plant_id
      and a.first_at >= z.from_at and a.first_at < z.to_at
    group by a.fault_code, a.severity
    order by count desc, a.fault_code, a.severity limit ${MAX_CODES}`.execute(db);
  return rows;
}
