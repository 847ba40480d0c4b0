import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

/** A stored value beyond a limit: delayed, or raised while the alarm's condition is present. */
export interface StoredState {
  readonly deviceId: string;
  readonly faultCode: string;
  readonly sinceAt: Date;
  readonly isRaised: boolean;
}

/** Delays and present threshold alarms of devices. */
export async function listStates(db: Db, deviceIds: readonly string[]): Promise<StoredState[]> {
  const { rows } = await sql<StoredState>`
    select device_id as "deviceId", fault_code as "faultCode", since_at as "sinceAt", false as "isRaised"
    from threshold_delays where device_id = any(${deviceIds}::uuid[])
    union all
    select device_id, fault_code, last_at, true from alarms
    where device_id = any(${deviceIds}::uuid[]) and kind = 'threshold' and status = 'unresolved' and gone_at is null
    order by 4`.execute(db);
  return rows;
}

/** A delay that began. */
export interface Delay {
  readonly deviceId: string;
  readonly faultCode: string;
  readonly sinceAt: number;
}

/** Stores delays of devices that still exist. */
export async function upsertDelays(db: Db, delays: readonly Delay[]): Promise<void> {
  if (delays.length === 0) return;
  const rows = delays.map(({ deviceId, faultCode, sinceAt }) => ({
    device_id: deviceId,
    fault_code: faultCode,
    since_at: new Date(sinceAt).toISOString(),
  }));
  await sql`
    insert into threshold_delays (device_id, fault_code, since_at)
    select d.id, r.fault_code, r.since_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (device_id uuid, fault_code text, since_at timestamptz)
    join devices d on d.id = r.device_id
    order by d.id, r.fault_code
    on conflict (device_id, fault_code) do update set since_at = excluded.since_at`.execute(db);
}

export async function deleteDelays(
  db: Db,
  delays: readonly Pick<Delay, "deviceId" | "faultCode">[],
): Promise<void> {
  if (delays.length === 0) return;
  const rows = delays.map(({ deviceId, faultCode }) => ({ device_id: deviceId, fault_code: faultCode }));
  await sql`
    delete from threshold_delays t
    using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (device_id uuid, fault_code text)
    where t.device_id = r.device_id and t.fault_code = r.fault_code`.execute(db);
}

/** Of these devices, those that are in the plant now: another may have been moved or deleted since it reported. */
export async function listLinked(
  db: Db,
  devices: readonly { deviceId: string; plantId: string }[],
): Promise<Set<string>> {
  const rows = devices.map(({ deviceId, plantId }) => ({ device_id: deviceId, plant_id: plantId }));
  const { rows: linked } = await sql<{ deviceId: string }>`
    select l.device_id as "deviceId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (device_id uuid, plant_id uuid)
    join device_links l on l.device_id = r.device_id and l.plant_id = r.plant_id and l.to_at is null`.execute(
    db,
  );
  return new Set(linked.map(({ deviceId }) => deviceId));
}

/** Coordinates of plants that have them. */
export async function listPlaces(
  db: Db,
  plantIds: readonly string[],
): Promise<{ plantId: string; latitude: number; longitude: number }[]> {
  const { rows } = await sql<{ plantId: string; latitude: number; longitude: number }>`
    select id as "plantId", latitude, longitude from plants
    where id = any(${plantIds}::uuid[]) and latitude is not null and longitude is not null`.execute(db);
  return rows;
}

/** Of these units, those whose last switching command was an accepted `open`: not every unit reports its switch. */
export async function listOpened(
  db: Db,
  units: readonly { gatewayId: string; deviceId: string }[],
): Promise<Set<string>> {
  if (units.length === 0) return new Set();
  const rows = units.map(({ gatewayId, deviceId }) => ({ gateway_id: gatewayId, device_id: deviceId }));
  const { rows: opened } = await sql<{ deviceId: string }>`
    select d.id as "deviceId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (gateway_id uuid, device_id uuid)
    join devices d on d.id = r.device_id
    cross join lateral (
      select c.op from commands c
      where c.gateway_id = r.gateway_id and c.op in ('open', 'close')
        and c.state in ('delivered', 'accepted', 'running', 'done')
        and (c.targets is null or exists (
          select from births b cross join jsonb_array_elements(b.body -> 'units') as u
          where b.gateway_id = c.gateway_id and b.rev = c.rev and u ->> 1 = d.sn and (u ->> 0)::integer = any(c.targets)
        ))
      order by c.seq desc limit 1
    ) as last
    where last.op = 'open'`.execute(db);
  return new Set(opened.map(({ deviceId }) => deviceId));
}
