import { sql } from "kysely";
import type { Db } from "../../../../infra/postgres/database.ts";

/** Latest values of a device by point name; null is not available. */
export type LatestValues = Record<string, number | null>;

export interface StoredState {
  deviceId: string;
  lastSampleAt: Date | null;
  isDown: boolean;
  updatedAt: Date;
  latest: LatestValues;
}

export interface StateRow {
  deviceId: string;
  sampleAt: number;
  isDown: boolean;
  latest: LatestValues;
}

export interface GatewayPower {
  gatewayId: string;
  powerAt: number;
  acMeterW: number | null;
  stringW: number | null;
  moduleW: number | null;
}

const ROWS_A_STATEMENT = 2000;

export async function listStates(db: Db, deviceIds: readonly string[]): Promise<StoredState[]> {
  const { rows } = await sql<StoredState>`
    select device_id as "deviceId", last_sample_at as "lastSampleAt", is_down as "isDown",
      updated_at as "updatedAt", latest
    from device_states where device_id = any(${deviceIds}::uuid[])`.execute(db);
  return rows;
}

/** Writes the latest of each device, unless a newer one is stored. */
export async function writeStates(db: Db, states: readonly StateRow[], now: number): Promise<void> {
  // All writers lock in the same order, to prevent deadlocks.
  const sorted = [...states].sort((a, b) => (a.deviceId < b.deviceId ? -1 : 1));
  for (let from = 0; from < sorted.length; from += ROWS_A_STATEMENT) {
    const rows = sorted.slice(from, from + ROWS_A_STATEMENT).map((state) => ({
      device_id: state.deviceId,
      at: new Date(state.sampleAt).toISOString(),
      is_down: state.isDown,
      latest: state.latest,
    }));
    await sql`
      insert into device_states as s
        (device_id, is_online, online_since, last_sample_at, last_received_at, is_down, unit_status, is_closed, latest, updated_at)
      select r.device_id, not r.is_down, case when r.is_down then null else ${new Date(now)}::timestamptz end, r.at,
        ${new Date(now)}, r.is_down, (r.latest ->> 'st')::smallint, (r.latest ->> 'sw')::smallint = 1, r.latest, ${new Date(now)}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (device_id uuid, at timestamptz, is_down boolean, latest jsonb)
      join devices d on d.id = r.device_id
      on conflict (device_id) do update set
        is_online = excluded.is_online,
        online_since = case when s.is_online and excluded.is_online then s.online_since else excluded.online_since end,
        last_sample_at = excluded.last_sample_at,
        last_received_at = excluded.last_received_at,
        is_down = excluded.is_down,
        unit_status = excluded.unit_status,
        is_closed = excluded.is_closed,
        latest = excluded.latest,
        updated_at = excluded.updated_at
      where s.last_sample_at is null or s.last_sample_at <= excluded.last_sample_at`.execute(db);
  }
}

/** After a `down` or `up` event; `updated_at` keeps the event's own time, so that an older sample does not undo it. */
export async function writeDown(db: Db, deviceId: string, isDown: boolean, at: number): Promise<void> {
  await sql`
    insert into device_states as s (device_id, is_online, is_down, updated_at)
    values (${deviceId}, ${!isDown}, ${isDown}, ${new Date(at)})
    on conflict (device_id) do update set
      is_online = excluded.is_online, is_down = excluded.is_down, updated_at = excluded.updated_at
    where s.last_sample_at is null or s.last_sample_at < ${new Date(at)}`.execute(db);
}

export async function writePower(db: Db, powers: readonly GatewayPower[]): Promise<void> {
  if (powers.length === 0) return;
  const rows = [...powers]
    .sort((a, b) => (a.gatewayId < b.gatewayId ? -1 : 1))
    .map((power) => ({
      gateway_id: power.gatewayId,
      power_at: new Date(power.powerAt).toISOString(),
      ac_meter_w: power.acMeterW,
      string_w: power.stringW,
      module_w: power.moduleW,
    }));
  await sql`
    update gateways g set power_at = r.power_at, ac_meter_power_w = r.ac_meter_w, string_power_w = r.string_w,
      module_power_w = r.module_w
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (gateway_id uuid, power_at timestamptz,
      ac_meter_w double precision, string_w double precision, module_w double precision)
    where g.device_id = r.gateway_id`.execute(db);
}
