import type { CommandState, DeviceType } from "@heliograph/contract";
import type { CommandOp } from "@heliograph/protocol";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";

/** A device that takes parameters, and where it is behind its gateway. */
export interface ParameterTarget {
  readonly deviceId: string;
  readonly type: DeviceType;
  readonly model: string;
  readonly gatewayId: string | null;
  readonly isOnline: boolean;
  /** Its unit in the gateway's current birth; null when that does not name it. */
  readonly unit: number | null;
}

/** Devices of the plant, each with its gateway: itself, or the DCON above it. */
export async function findTargets(
  db: Db,
  { plantId }: PlantInScope,
  deviceIds: readonly string[],
): Promise<ParameterTarget[]> {
  const { rows } = await sql<ParameterTarget>`
    with recursive above as (
      select l.device_id as target_id, l.device_id, l.parent_id from device_links l
      where l.device_id = any(${[...deviceIds]}::uuid[]) and l.plant_id = ${plantId} and l.to_at is null
      union
      select above.target_id, l.device_id, l.parent_id from device_links l join above on l.device_id = above.parent_id
      where l.plant_id = ${plantId} and l.to_at is null
    )
    select d.id as "deviceId", d.type, d.model, g.device_id as "gatewayId", coalesce(g.is_online, false) as "isOnline",
      case when g.device_id = d.id then 0 else (
        select (u ->> 0)::integer from births b cross join jsonb_array_elements(b.body -> 'units') as u
        where b.gateway_id = g.device_id and b.rev = g.birth_rev and u ->> 1 = d.sn limit 1
      ) end as unit
    from devices d
    left join gateways g on g.device_id = (
      select above.device_id from above join devices up on up.id = above.device_id and up.type = 'DCON'
      where above.target_id = d.id limit 1
    )
    where d.id = any(${[...deviceIds]}::uuid[]) and exists (select from above where above.target_id = d.id)`.execute(
    db,
  );
  return rows;
}

export interface ParameterRow {
  readonly name: string;
  readonly reported: string | number | boolean | null;
  readonly reportedAt: Date | null;
  readonly requested: string | number | boolean | null;
  readonly requestedAt: Date | null;
}

export async function listParameters(db: Db, deviceId: string): Promise<ParameterRow[]> {
  const { rows } = await sql<ParameterRow>`
    select name, reported, reported_at as "reportedAt", requested, requested_at as "requestedAt"
    from device_parameters where device_id = ${deviceId} order by name`.execute(db);
  return rows;
}

export interface LatestCommand {
  readonly commandId: string;
  readonly op: CommandOp;
  readonly state: CommandState;
  readonly code: string | null;
  readonly isConfirmed: boolean;
  readonly createdAt: Date;
}

/** The latest command about parameters of a device in the plant. */
export async function findLatestCommand(
  db: Db,
  { plantId }: PlantInScope,
  deviceId: string,
): Promise<LatestCommand | undefined> {
  const { rows } = await sql<LatestCommand>`
    select c.id as "commandId", c.op, c.state, coalesce(r.code, c.code) as code, r.state = 'done' as "isConfirmed",
      c.created_at as "createdAt"
    from command_results r join commands c on c.id = r.command_id
    where r.device_id = ${deviceId} and c.plant_id = ${plantId} and c.op in ('param.get', 'param.set', 'param.copy')
    order by c.queue_no desc limit 1`.execute(db);
  return rows[0];
}

/** Stores what a command requests of the devices that it names. */
export async function saveRequested(
  trx: Transaction,
  commandId: string,
  values: unknown,
  now: Date,
): Promise<void> {
  await sql`
    insert into device_parameters as p (device_id, name, requested, requested_at, command_id)
    select r.device_id, value.key, value.value, ${now}, r.command_id
    from command_results r cross join jsonb_each(${JSON.stringify(values)}::jsonb) as value
    where r.command_id = ${commandId} and r.device_id is not null
    on conflict (device_id, name) do update
      set requested = excluded.requested, requested_at = excluded.requested_at, command_id = excluded.command_id`.execute(
    trx,
  );
}

/** Stores the values that devices reported with their replies to a command. */
export async function saveReadBack(
  trx: Transaction,
  commandId: string,
  known: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into device_parameters as p (device_id, name, reported, reported_at)
    select r.device_id, value.key, value.value, ${now}
    from command_results r cross join lateral jsonb_each(r.read_back) as value
    where r.command_id = ${commandId} and r.device_id is not null and r.at = ${now} and r.state = 'done'
      and value.key = any(${[...known]}::text[]) and jsonb_typeof(value.value) in ('string', 'number', 'boolean')
    on conflict (device_id, name) do update
      set reported = excluded.reported, reported_at = excluded.reported_at
      where p.reported_at is null or p.reported_at <= excluded.reported_at`.execute(trx);
}

/**
 * Stores values that a gateway reports of its units, by its current birth and only of devices in its own plant; values older
 * than the stored ones change nothing. Returns the gateway's plant, if anything was stored.
 */
export async function saveReported(
  db: Db,
  gatewayId: string,
  { entries, known, at }: { entries: readonly unknown[]; known: readonly string[]; at: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ plantId: string }>`
    with own as (
      select l.plant_id, g.birth_rev from device_links l join gateways g on g.device_id = l.device_id
      where l.device_id = ${gatewayId} and l.to_at is null
    ), entry as (
      select (e ->> 0)::integer as unit, e ->> 1 as name, e -> 2 as value
      from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality as list (e, n)
    ), named as (
      select 0 as unit, ${gatewayId}::uuid as device_id
      union all
      select (u ->> 0)::integer, d.id
      from own join births b on b.gateway_id = ${gatewayId} and b.rev = own.birth_rev
      cross join jsonb_array_elements(b.body -> 'units') as u
      join devices d on d.sn = u ->> 1
      join device_links l on l.device_id = d.id and l.to_at is null and l.plant_id = own.plant_id
    ), stored as (
      insert into device_parameters as p (device_id, name, reported, reported_at)
      select distinct on (named.device_id, entry.name) named.device_id, entry.name, entry.value, ${at}
      from entry join named on named.unit = entry.unit cross join own
      where entry.name = any(${[...known]}::text[]) and jsonb_typeof(entry.value) in ('string', 'number', 'boolean')
      on conflict (device_id, name) do update
        set reported = excluded.reported, reported_at = excluded.reported_at
        where p.reported_at is null or p.reported_at <= excluded.reported_at
      returning 1
    )
    select own.plant_id as "plantId" from own where exists (select from stored)`.execute(db);
  return rows[0]?.plantId;
}
