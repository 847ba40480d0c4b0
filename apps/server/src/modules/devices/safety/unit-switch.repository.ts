import type { CommandCode, CommandState, DeviceType, SafetyUnitState } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { isOnline, isSleepTime, statusJoins } from "../status/device-status-sql.ts";
import { deleteReplaced } from "./left-open.repository.ts";
import { isDrill, shownReason } from "./operation-sql.ts";
import type { OperationRow } from "./safety.repository.ts";
import { SWITCHES } from "./safety.repository.ts";
import type { OperationKind } from "./safety-states.ts";

/** A device of a plant that can be opened and closed, and its gateway. */
export interface UnitTarget {
  readonly deviceId: string;
  readonly sn: string;
  readonly type: DeviceType;
  readonly gatewayId: string | null;
  readonly gatewaySn: string | null;
  /** Its gateway is connected. */
  readonly isConnected: boolean;
  /** It does not report, and the sun is up; never of an SCON, which is sent nothing. */
  readonly isOffline: boolean;
  /** Null while it is not known. */
  readonly clockOffsetMs: number | null;
  /** What its commands are for, as indices in the gateway's current birth: itself, or of an SCON the units behind it. */
  readonly units: readonly number[];
  /** Units with a switch behind it, in the plant. */
  readonly unitsBehind: number;
}

export async function findUnitTarget(
  db: Db,
  { plantId, deviceId }: { plantId: string; deviceId: string },
  now: Date,
): Promise<UnitTarget | undefined> {
  const { rows } = await sql<UnitTarget>`
    select d.id as "deviceId", d.sn, d.type, g.device_id as "gatewayId", gd.sn as "gatewaySn",
      coalesce(g.is_online, false) as "isConnected",
      (d.type <> 'SCON' and not ${isOnline(now)} and coalesce(not ${isSleepTime(now)}, true)) as "isOffline",
      case when g.clock <> 'none' then g.clock_offset_ms end as "clockOffsetMs", array(
        select (u ->> 0)::integer from births b cross join jsonb_array_elements(b.body -> 'units') as u
        where b.gateway_id = g.device_id and b.rev = g.birth_rev and case
          when d.type <> 'SCON' then u ->> 1 = d.sn
          else exists (
            select from device_links behind join devices switched on switched.id = behind.device_id
            where behind.parent_id = d.id and behind.to_at is null and switched.type in ${SWITCHES}
              and switched.sn = u ->> 1
          )
        end
        order by 1
      ) as units, (
        select count(*)::int from device_links behind join devices switched on switched.id = behind.device_id
        where behind.parent_id = d.id and behind.to_at is null and switched.type in ${SWITCHES}
      ) as "unitsBehind"
    from devices d join device_links l on l.device_id = d.id and l.to_at is null
    join plants p on p.id = l.plant_id
    ${statusJoins}
    left join gateways g on g.device_id = coalesce(above.device_id, top.device_id)
    left join devices gd on gd.id = g.device_id
    where d.id = ${deviceId} and l.plant_id = ${plantId}`.execute(db);
  return rows[0];
}

/** An operation of a single unit. */
export interface UnitOperation extends OperationRow {
  readonly deviceId: string;
  readonly sn: string;
  readonly type: DeviceType;
  /** A drill of a string. */
  readonly isDrill: boolean;
  readonly reason: string;
}

const columns = sql`o.id, o.plant_id as "plantId", o.kind, o.author_id as "authorId", o.accepted_at as "acceptedAt",
  o.deadline_at as "deadlineAt", o.ended_at as "endedAt", o.device_id as "deviceId", d.sn, d.type, ${shownReason} as reason,
  ${isDrill("o.id")} as "isDrill"`;

/** The current operation of a device, and those of the MCON above it and of the units below it. */
export async function listUnitOperations(
  db: Db,
  { plantId, deviceId }: { plantId: string; deviceId: string },
): Promise<UnitOperation[]> {
  const { rows } = await sql<UnitOperation>`
    select ${columns} from safety_operations o join devices d on d.id = o.device_id
    left join device_links l on l.device_id = o.device_id and l.to_at is null
    where o.plant_id = ${plantId} and o.ended_at is null and (
      o.device_id = ${deviceId} or l.parent_id = ${deviceId}
      or o.device_id = (select own.parent_id from device_links own where own.device_id = ${deviceId} and own.to_at is null)
    )`.execute(db);
  return rows;
}

/** All current operations of single units of a plant. */
export async function listUnitOperationsOfPlant(db: Db, plantId: string): Promise<UnitOperation[]> {
  const { rows } = await sql<UnitOperation>`
    select ${columns} from safety_operations o join devices d on d.id = o.device_id
    where o.plant_id = ${plantId} and o.ended_at is null order by o.accepted_at`.execute(db);
  return rows;
}

/** MCONs of a plant whose relay a command has opened and none has closed since, held by someone or not. */
export async function listOpenRelays(db: Db, plantId: string): Promise<string[]> {
  const { rows } = await sql<{ deviceId: string }>`
    select distinct o.device_id as "deviceId"
    from safety_operations o join devices d on d.id = o.device_id and d.type = 'MCON'
    where o.plant_id = ${plantId} and o.kind = 'shutdown' and not exists (
      select from safety_operations later join commands c on c.safety_id = later.id and c.op = 'relay'
      join command_results r on r.command_id = c.id and r.device_id = o.device_id and r.state = 'done'
      where later.plant_id = o.plant_id and later.kind = 'reset' and later.accepted_at > o.accepted_at
    )`.execute(db);
  return rows.map(({ deviceId }) => deviceId);
}

export interface NewUnitOperation {
  readonly plantId: string;
  readonly target: UnitTarget & { readonly gatewayId: string };
  readonly kind: OperationKind;
  readonly authorId: string | undefined;
  readonly address: string;
  readonly reason: string;
  readonly idempotencyKey: string;
  readonly acceptedAt: Date;
  readonly deadlineAt: Date;
}

/** Inserts an operation of one device with the units that prove it: the device itself, or those behind an MCON or SCON. */
export async function insertUnitOperation(trx: Transaction, operation: NewUnitOperation): Promise<string> {
  const { plantId, target } = operation;
  const { rows } = await sql<{ id: string }>`
    insert into safety_operations
      (plant_id, device_id, kind, author_id, address, reason, idempotency_key, accepted_at, deadline_at)
    values (${plantId}, ${target.deviceId}, ${operation.kind}, ${operation.authorId ?? null}, ${operation.address},
      ${operation.reason}, ${operation.idempotencyKey}, ${operation.acceptedAt}, ${operation.deadlineAt})
    returning id`.execute(trx);
  const { id } = rows[0] as { id: string };
  await sql`
    insert into safety_units (operation_id, device_id, gateway_id)
    select ${id}, d.id, ${target.gatewayId}::uuid
    from devices d join device_links l on l.device_id = d.id and l.to_at is null
    where l.plant_id = ${plantId} and d.type in ${SWITCHES}
      and (d.id = ${target.deviceId} or l.parent_id = ${target.deviceId})`.execute(trx);
  await deleteReplaced(trx, { operationId: id, plantId, deviceId: target.deviceId });
  await sql`
    insert into safety_gateways (operation_id, gateway_id) values (${id}, ${target.gatewayId})`.execute(trx);
  return id;
}

/** Records when the units of a device were first proven as wanted. */
export async function setProvenAt(trx: Transaction, operationId: string, at: Date): Promise<void> {
  await sql`
    update safety_operations set proven_at = ${at} where id = ${operationId} and proven_at is null`.execute(
    trx,
  );
}

/** What became of the deliveries of an operation. */
export interface DeliveryFacts {
  readonly deliveredAt: Date | null;
  readonly deliveries: number;
  readonly acknowledgedAt: Date | null;
  readonly code: CommandCode | null;
}

export async function readDeliveries(db: Db, operationId: string): Promise<DeliveryFacts> {
  const { rows } = await sql<DeliveryFacts>`
    select min(c.delivered_at) as "deliveredAt",
      (count(*) filter (where c.delivered_at is not null))::int as deliveries,
      min(c.answered_at) filter (where c.state = 'done' and c.code is null) as "acknowledgedAt",
      (array_agg(coalesce(r.code, c.code) order by c.queue_no desc)
        filter (where c.answered_at is not null or c.state = 'expired'))[1] as code
    from commands c left join lateral (
      select code from command_results r where r.command_id = c.id and r.code is not null limit 1
    ) r on true
    where c.safety_id = ${operationId} and c.op in ('open', 'close', 'relay')`.execute(db);
  return rows[0] as DeliveryFacts;
}

export interface UnitEvidenceRow {
  readonly deviceId: string;
  readonly sn: string;
  readonly slotLabel: string;
  readonly state: SafetyUnitState;
  readonly isDark: boolean;
  readonly sampleAt: Date | null;
  readonly outputV: number | null;
  readonly inputV: number | null;
}

/** Evidence of the units of an operation; without labels where the plant's layout is hidden from the caller. */
export async function listUnitEvidence(
  db: Db,
  { operationId, isLayoutHidden }: { operationId: string; isLayoutHidden: boolean },
): Promise<UnitEvidenceRow[]> {
  const { rows } = await sql<UnitEvidenceRow>`
    select u.device_id as "deviceId", d.sn, case when ${isLayoutHidden} then '' else coalesce(s.label, '') end as "slotLabel",
      u.state, u.is_dark as "isDark", u.sample_at as "sampleAt", u.output_v as "outputV", u.input_v as "inputV"
    from safety_units u join devices d on d.id = u.device_id
    left join device_links l on l.device_id = d.id and l.to_at is null
    left join slots s on s.id = l.slot_id
    where u.operation_id = ${operationId} order by s.y_m, s.x_m, d.sn`.execute(db);
  return rows;
}

export interface RelayTarget {
  readonly unit: number;
  readonly latest: CommandState | null;
  /** Units behind it prove what it did; without any only its own reply says so. */
  readonly hasUnits: boolean;
  readonly isProven: boolean;
}

/** The MCON that an operation opens, and its latest delivery; undefined where units open themselves. */
export async function findRelayTarget(
  trx: Transaction,
  { operationId, gatewayId }: { operationId: string; gatewayId: string },
): Promise<RelayTarget | undefined> {
  const { rows } = await sql<RelayTarget>`
    select (u ->> 0)::integer as unit, (
        select c.state from commands c
        where c.safety_id = o.id and c.op = 'relay' order by c.queue_no desc limit 1
      ) as latest,
      exists (select from safety_units s where s.operation_id = o.id) as "hasUnits",
      not exists (select from safety_units s where s.operation_id = o.id and s.state <> 'open') as "isProven"
    from safety_operations o join devices d on d.id = o.device_id and d.type = 'MCON'
    join gateways g on g.device_id = ${gatewayId} join births b on b.gateway_id = g.device_id and b.rev = g.birth_rev
    cross join jsonb_array_elements(b.body -> 'units') as u
    where o.id = ${operationId} and u ->> 1 = d.sn limit 1`.execute(trx);
  return rows[0];
}
