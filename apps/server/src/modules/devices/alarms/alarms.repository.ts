import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { ConditionState, DeviceCondition, OpenAlarm, Transition } from "./condition-rules.ts";

/** Number of the newest condition ends stored per device; older ones are no longer needed. */
const MAX_ENDS = 256;

type Pair = Pick<DeviceCondition, "deviceId" | "faultCode">;

/** Key of a device and fault code. */
export const keyOf = ({ deviceId, faultCode }: Pair): string => `${deviceId} ${faultCode}`;

const toMs = (at: Date): number => at.getTime();

export interface StoredStates {
  readonly byKey: Map<string, ConditionState>;
  /** Unresolved alarms by device, those of other fault codes included. */
  readonly openCounts: Map<string, number>;
}

/** Locks the devices in the same order in every process, so that a report applied twice at the same time counts once. */
export async function lockDevices(trx: Transaction, deviceIds: readonly string[]): Promise<void> {
  await sql`
    select from devices where id = any(${deviceIds}::uuid[]) order by id for no key update`.execute(trx);
}

interface OpenRow extends Pair {
  readonly alarmId: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly goneAt: Date | null;
  readonly recentAt: Date[];
  readonly transitions: number;
}

async function listOpen(trx: Transaction, deviceIds: readonly string[]): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    select id as "alarmId", device_id as "deviceId", fault_code as "faultCode", count, first_at as "firstAt",
      last_at as "lastAt", gone_at as "goneAt", recent_at as "recentAt", transitions
    from alarms where device_id = any(${deviceIds}::uuid[]) and status = 'unresolved'`.execute(trx);
  return rows;
}

interface PastRow extends Pair {
  readonly resolvedLastAt: Date | null;
  readonly endedAt: Date | null;
}

async function listPast(trx: Transaction, pairs: readonly Pair[]): Promise<PastRow[]> {
  const { rows } = await sql<PastRow>`
    select asked.device_id as "deviceId", asked.fault_code as "faultCode", resolved.last_at as "resolvedLastAt",
      ended.gone_at as "endedAt"
    from unnest(${pairs.map(({ deviceId }) => deviceId)}::uuid[], ${pairs.map(({ faultCode }) => faultCode)}::text[])
      as asked (device_id, fault_code)
    left join condition_ends ended on ended.device_id = asked.device_id and ended.fault_code = asked.fault_code
    left join lateral (
      select a.last_at from alarms a
      where a.device_id = asked.device_id and a.fault_code = asked.fault_code and a.status = 'resolved'
      order by a.last_at desc limit 1
    ) resolved on true
    where resolved.last_at is not null or ended.gone_at is not null`.execute(trx);
  return rows;
}

/** Reads everything that decides what the conditions change. */
export async function readStates(trx: Transaction, pairs: readonly Pair[]): Promise<StoredStates> {
  const deviceIds = [...new Set(pairs.map(({ deviceId }) => deviceId))];
  const byKey = new Map<string, ConditionState>(
    pairs.map((pair) => [keyOf(pair), { open: undefined, resolvedLastAt: undefined, endedAt: undefined }]),
  );
  const openCounts = new Map<string, number>();
  for (const row of await listOpen(trx, deviceIds)) {
    openCounts.set(row.deviceId, (openCounts.get(row.deviceId) ?? 0) + 1);
    const state = byKey.get(keyOf(row));
    if (!state) continue;
    const { alarmId, count, transitions } = row;
    state.open = {
      alarmId,
      count,
      transitions,
      firstAt: toMs(row.firstAt),
      lastAt: toMs(row.lastAt),
      goneAt: row.goneAt && toMs(row.goneAt),
      recentAt: row.recentAt.map(toMs),
    };
  }
  for (const row of await listPast(trx, pairs)) {
    const state = byKey.get(keyOf(row)) as ConditionState;
    state.resolvedLastAt = row.resolvedLastAt?.getTime();
    state.endedAt = row.endedAt?.getTime();
  }
  return { byKey, openCounts };
}

const toIso = (ms: number): string => new Date(ms).toISOString();

/** Columns of an alarm that repeats and ends change. */
const toRow = (alarm: OpenAlarm) => ({
  id: alarm.alarmId,
  count: alarm.count,
  first_at: toIso(alarm.firstAt),
  last_at: toIso(alarm.lastAt),
  gone_at: alarm.goneAt === null ? null : toIso(alarm.goneAt),
  recent_at: alarm.recentAt.map(toIso),
  transitions: alarm.transitions,
});

export interface NewAlarm {
  readonly alarm: OpenAlarm;
  readonly condition: DeviceCondition;
}

export async function insertAlarms(trx: Transaction, added: readonly NewAlarm[]): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ alarm, condition }) => ({
    ...toRow(alarm),
    plant_id: condition.plantId,
    device_id: condition.deviceId,
    kind: condition.alarmKind ?? "device",
    fault_code: condition.faultCode,
    source: condition.source,
    description: condition.description,
    severity: condition.severity,
  }));
  await sql`
    insert into alarms (id, plant_id, device_id, kind, fault_code, source, description, severity, count, first_at, last_at,
      gone_at, recent_at, transitions)
    select r.id, r.plant_id, r.device_id, r.kind, r.fault_code, r.source, r.description, r.severity, r.count, r.first_at,
      r.last_at, r.gone_at, r.recent_at, r.transitions
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, plant_id uuid, device_id uuid, kind text,
      fault_code text, source text, description text, severity text, count integer, first_at timestamptz,
      last_at timestamptz, gone_at timestamptz, recent_at timestamptz[], transitions integer)`.execute(trx);
}

export async function updateAlarms(trx: Transaction, changed: readonly OpenAlarm[]): Promise<void> {
  if (changed.length === 0) return;
  await sql`
    update alarms a set count = r.count, first_at = r.first_at, last_at = r.last_at, gone_at = r.gone_at,
      recent_at = r.recent_at, transitions = r.transitions
    from jsonb_to_recordset(${JSON.stringify(changed.map(toRow))}::jsonb) as r (id uuid, count integer,
      first_at timestamptz, last_at timestamptz, gone_at timestamptz, recent_at timestamptz[], transitions integer)
    where a.id = r.id`.execute(trx);
}

export async function insertTransitions(trx: Transaction, transitions: readonly Transition[]): Promise<void> {
  if (transitions.length === 0) return;
  const rows = transitions.map(({ alarmId, kind, at }) => ({ alarm_id: alarmId, kind, at: toIso(at) }));
  await sql`
    insert into alarm_events (alarm_id, at, kind)
    select r.alarm_id, r.at, r.kind
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (alarm_id uuid, at timestamptz, kind text)
    on conflict do nothing`.execute(trx);
}

export async function saveEnds(trx: Transaction, ends: readonly (Pair & { at: number })[]): Promise<void> {
  if (ends.length === 0) return;
  const rows = ends.map(({ deviceId, faultCode, at }) => ({
    device_id: deviceId,
    fault_code: faultCode,
    at: toIso(at),
  }));
  await sql`
    insert into condition_ends as e (device_id, fault_code, gone_at)
    select r.device_id, r.fault_code, r.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (device_id uuid, fault_code text, at timestamptz)
    on conflict (device_id, fault_code) do update set gone_at = greatest(e.gone_at, excluded.gone_at)`.execute(
    trx,
  );
  const deviceIds = [...new Set(ends.map(({ deviceId }) => deviceId))];
  await sql`
    delete from condition_ends e using (
      select device_id, fault_code,
        row_number() over (partition by device_id order by gone_at desc, fault_code) as place
      from condition_ends where device_id = any(${deviceIds}::uuid[])
    ) kept
    where kept.place > ${MAX_ENDS} and e.device_id = kept.device_id and e.fault_code = kept.fault_code`.execute(
    trx,
  );
}
