import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";

/** One condition a device reported as begun or over. */
export interface DeviceCondition {
  plantId: string;
  deviceId: string;
  kind: "raised" | "gone";
  faultCode: string;
  severity: "fault" | "alarm" | "warning";
  source: string;
  description: string;
  at: Date;
  /** Sequence number of the report. */
  seq: number;
}

/** What an applied condition did; `refused` when the device has too many open alarms for one more. */
export type ConditionOutcome = "changed" | "unchanged" | "refused";

/** Limit of open alarms per device; a device knows a dozen conditions, and a hostile one could invent any number of codes. */
const MAX_OPEN_ALARMS = 64;
/** Number of the newest condition ends stored per device; older ones are no longer needed. */
const MAX_ENDS = 256;

/** Whether this very event was written before: a report may be stored a second time after a crash. */
async function isKnown(trx: Transaction, condition: DeviceCondition): Promise<boolean> {
  const { rows } = await sql`
    select from alarm_events e join alarms a on a.id = e.alarm_id
    where a.device_id = ${condition.deviceId} and a.fault_code = ${condition.faultCode}
      and e.kind = ${condition.kind} and e.at = ${condition.at}
    limit 1`.execute(trx);
  return rows.length > 0;
}

async function writeEvent(trx: Transaction, alarmId: string, condition: DeviceCondition): Promise<void> {
  await sql`
    insert into alarm_events (alarm_id, at, kind, detail)
    values (${alarmId}, ${condition.at}, ${condition.kind}, ${JSON.stringify({ seq: condition.seq })}::jsonb)
  `.execute(trx);
}

/** The end of a condition last seen at that instant, if the device has reported one. */
function endAfter(condition: DeviceCondition, lastAt: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select e.gone_at from condition_ends e
    where e.device_id = ${condition.deviceId} and e.fault_code = ${condition.faultCode} and e.gone_at >= ${lastAt})`;
}

async function canOpenAlarm(trx: Transaction, { deviceId, faultCode }: DeviceCondition): Promise<boolean> {
  const { rows } = await sql<{ canOpenAlarm: boolean }>`
    select count(*) < ${MAX_OPEN_ALARMS} or coalesce(bool_or(fault_code = ${faultCode}), false) as "canOpenAlarm"
    from alarms where device_id = ${deviceId} and status = 'unresolved'`.execute(trx);
  return rows[0]?.canOpenAlarm === true;
}

/** Opens an alarm or increments the count of the open one. Resolved immediately when the end arrived before the start. */
async function raise(trx: Transaction, condition: DeviceCondition): Promise<string> {
  const { plantId, deviceId, faultCode, severity, source, description, at } = condition;
  const { rows } = await sql<{ id: string }>`
    insert into alarms as a
      (plant_id, device_id, kind, fault_code, source, description, severity, first_at, last_at, gone_at)
    values (${plantId}, ${deviceId}, 'device', ${faultCode}, ${source}, ${description}, ${severity}, ${at}, ${at},
      ${endAfter(condition, sql`${at}::timestamptz`)})
    on conflict (device_id, fault_code) where status = 'unresolved' do update set
      count = a.count + 1,
      first_at = least(a.first_at, excluded.first_at),
      last_at = greatest(a.last_at, excluded.last_at),
      gone_at = ${endAfter(condition, sql`greatest(a.last_at, excluded.last_at)`)}
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/** Keeps the end, and marks the open alarm gone if it began before; undefined when there is none. */
async function markGone(trx: Transaction, condition: DeviceCondition): Promise<string | undefined> {
  const { deviceId, faultCode, at } = condition;
  await sql`
    insert into condition_ends as e (device_id, fault_code, gone_at) values (${deviceId}, ${faultCode}, ${at})
    on conflict (device_id, fault_code) do update set gone_at = greatest(e.gone_at, excluded.gone_at)`.execute(
    trx,
  );
  await sql`
    delete from condition_ends where device_id = ${deviceId} and fault_code in (
      select fault_code from condition_ends where device_id = ${deviceId}
      order by gone_at desc, fault_code offset ${MAX_ENDS}
    )`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    update alarms a set gone_at = ${endAfter(condition, sql`a.last_at`)}
    where device_id = ${deviceId} and fault_code = ${faultCode} and status = 'unresolved' and first_at <= ${at}
    returning id`.execute(trx);
  return rows[0]?.id;
}

/** Opens, counts or marks gone. */
export async function applyCondition(
  trx: Transaction,
  condition: DeviceCondition,
): Promise<ConditionOutcome> {
  // Two link processes may store the same report concurrently; the second waits for the lock and then sees the row.
  await sql`select from devices where id = ${condition.deviceId} for no key update`.execute(trx);
  if (await isKnown(trx, condition)) return "unchanged";
  if (condition.kind === "raised" && !(await canOpenAlarm(trx, condition))) return "refused";
  const alarmId = condition.kind === "raised" ? await raise(trx, condition) : await markGone(trx, condition);
  if (alarmId === undefined) return "unchanged";
  await writeEvent(trx, alarmId, condition);
  return "changed";
}
