import type { CommandState, DeviceType } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { UnitEvidence } from "./safety-states.ts";

/** A sample of a unit that says what its state is. */
export interface StateSample<At = Date> {
  readonly sampleAt: At;
  readonly outputV: number | null;
  readonly inputV: number | null;
}

/** Evidence of one unit, as it is stored. */
export interface EvidenceRow extends UnitEvidence, StateSample<Date | null> {
  readonly deviceId: string;
  readonly sn: string;
  readonly type: DeviceType;
  readonly model: string;
  /** Time of the latest sample that was judged, also of one that said nothing new. */
  readonly judgedAt: Date | null;
}

export async function listEvidence(db: Db, operationId: string): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`
    select u.device_id as "deviceId", d.sn, d.type, d.model, u.state, u.is_dark as "isDark", u.sample_at as "sampleAt",
      u.output_v as "outputV", u.input_v as "inputV", greatest(u.judged_at, u.sample_at) as "judgedAt"
    from safety_units u join devices d on d.id = u.device_id
    where u.operation_id = ${operationId} and u.left_at is null`.execute(db);
  return rows;
}

/** Units without evidence time out; dark ones wait for light. */
export async function timeOutUnits(trx: Transaction, operationId: string): Promise<void> {
  await sql`
    update safety_units set state = 'timeout'
    where operation_id = ${operationId} and state = 'unknown' and not is_dark and left_at is null`.execute(
    trx,
  );
}

export interface EvidenceWrite extends UnitEvidence, StateSample<Date | null> {
  readonly deviceId: string;
  readonly isProven: boolean;
  readonly judgedAt: Date;
}

/** Writes the evidence of units; a proof keeps the time at which it was first given. */
export async function writeEvidence(
  trx: Transaction,
  { operationId, units, now }: { operationId: string; units: readonly EvidenceWrite[]; now: Date },
): Promise<void> {
  await sql`
    update safety_units u set state = n.state, is_dark = n.is_dark,
      proven_at = case when n.is_proven then coalesce(u.proven_at, ${now}::timestamptz) end,
      sample_at = n.sample_at, output_v = n.output_v, input_v = n.input_v, judged_at = n.judged_at
    from unnest(${units.map(({ deviceId }) => deviceId)}::uuid[], ${units.map(({ state }) => state)}::text[],
      ${units.map(({ isDark }) => isDark)}::boolean[], ${units.map(({ isProven }) => isProven)}::boolean[],
      ${units.map(({ sampleAt }) => sampleAt)}::timestamptz[], ${units.map(({ outputV }) => outputV)}::real[],
      ${units.map(({ inputV }) => inputV)}::real[], ${units.map(({ judgedAt }) => judgedAt)}::timestamptz[])
      as n (device_id, state, is_dark, is_proven, sample_at, output_v, input_v, judged_at)
    where u.operation_id = ${operationId} and u.device_id = n.device_id
      and coalesce(greatest(u.judged_at, u.sample_at) < n.judged_at, true)`.execute(trx);
}

/** An operation whose gateway is connected to this process. */
export interface WatchedRow {
  readonly operationId: string;
  readonly plantId: string;
  readonly gatewayId: string;
  readonly sn: string;
  readonly kind: "shutdown" | "reset";
  readonly acceptedAt: Date;
  readonly baselineSeq: number | null;
  /** Whether the command is to be sent again now; not to a gateway that still carries it out. */
  readonly isDue: boolean;
}

/** Reports after the deadline of a reset still say what became of it; of a single device until it is measured closed. */
const LATE_EVIDENCE_MS = 10 * 60_000;

/** Whether a command (alias `c`) opens what an operation opens behind a gateway. */
const isDeliveryOf = (operationId: RawBuilder<unknown>, gatewayId: RawBuilder<unknown>) => sql`
  c.safety_id = ${operationId} and c.gateway_id = ${gatewayId} and c.op in ('open', 'relay')`;

/**
 * Running operations whose gateways have their session at a process. A gateway that carries a command out is left to it for
 * `busyMs` after its delivery.
 */
export async function listWatched(
  db: Db,
  { processId, now, busyMs }: { processId: string; now: Date; busyMs: number },
): Promise<WatchedRow[]> {
  const { rows } = await sql<WatchedRow>`
    select o.id as "operationId", o.plant_id as "plantId", g.device_id as "gatewayId", d.sn, o.kind,
      o.accepted_at as "acceptedAt", sg.baseline_seq::float8 as "baselineSeq",
      o.kind = 'shutdown' and g.is_online and coalesce(sg.next_delivery_at <= ${now}, false)
        and (sg.deliveries = 0 or latest.is_busy is not true) as "isDue"
    from safety_operations o left join plant_safety s on s.operation_id = o.id
    join safety_gateways sg on sg.operation_id = o.id
    join gateways g on g.device_id = sg.gateway_id join devices d on d.id = g.device_id
    left join lateral (
      select c.state in ('accepted', 'running') and c.delivered_at > ${new Date(now.getTime() - busyMs)} as is_busy
      from commands c
      where sg.next_delivery_at <= ${now} and ${isDeliveryOf(sql`o.id`, sql`sg.gateway_id`)}
      order by c.queue_no desc limit 1
    ) latest on true
    where o.ended_at is null and g.session_process = ${processId} and (
      s.state <> 'normal' or o.deadline_at > ${new Date(now.getTime() - LATE_EVIDENCE_MS)}
      or o.device_id is not null and (o.kind = 'shutdown' or o.proven_at is null and exists (
        select from safety_units u where u.operation_id = o.id and u.left_at is null
      ))
    )`.execute(db);
  return rows;
}

/** The operation that a gateway's first delivery belongs to, and the number of its last report before. */
export interface BaselineRow {
  readonly operationId: string;
  readonly gatewayId: string;
  readonly plantId: string;
  readonly kind: "shutdown" | "reset";
  readonly acceptedAt: Date;
  readonly baselineSeq: number;
}

/** Sets the first sequence numbers that may prove anything, at first deliveries; later ones change nothing. */
export async function setBaselines(
  db: Db,
  deliveries: readonly { operationId: string; gatewayId: string; seq: number }[],
): Promise<BaselineRow[]> {
  const { rows } = await sql<BaselineRow>`
    update safety_gateways sg set baseline_seq = coalesce(sg.baseline_seq, n.seq)
    from unnest(${deliveries.map(({ operationId }) => operationId)}::uuid[],
      ${deliveries.map(({ gatewayId }) => gatewayId)}::uuid[], ${deliveries.map(({ seq }) => seq)}::bigint[])
      as n (operation_id, gateway_id, seq), safety_operations o
    where sg.operation_id = n.operation_id and sg.gateway_id = n.gateway_id and o.id = sg.operation_id
    returning sg.operation_id as "operationId", sg.gateway_id as "gatewayId", o.plant_id as "plantId", o.kind,
      o.accepted_at as "acceptedAt", sg.baseline_seq::float8 as "baselineSeq"`.execute(db);
  return rows;
}

/** Locks a gateway; false when its session of this epoch was replaced. */
export async function lockSession(
  trx: Transaction,
  { gatewayId, epoch }: { gatewayId: string; epoch?: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from gateways
    where device_id = ${gatewayId} and session_epoch = coalesce(${epoch ?? null}::bigint, session_epoch)
    for update`.execute(trx);
  return rows.length > 0;
}

/** The latest delivery of an operation to a gateway. */
export interface LatestDelivery {
  readonly state: CommandState;
  readonly isReplied: boolean;
  readonly deliveredAt: Date | null;
}

export async function findLatestDelivery(
  trx: Transaction,
  { operationId, gatewayId }: { operationId: string; gatewayId: string },
): Promise<LatestDelivery | undefined> {
  const { rows } = await sql<LatestDelivery>`
    select state, answered_at is not null as "isReplied", delivered_at as "deliveredAt" from commands c
    where ${isDeliveryOf(sql`${operationId}`, sql`${gatewayId}`)}
    order by queue_no desc limit 1`.execute(trx);
  return rows[0];
}

/** Indices of the units behind a gateway, by its current birth, that are not proven open. */
export async function listUnitsToOpen(
  trx: Transaction,
  { operationId, gatewayId }: { operationId: string; gatewayId: string },
): Promise<number[]> {
  const { rows } = await sql<{ unit: number }>`
    select (u ->> 0)::integer as unit
    from gateways g join births b on b.gateway_id = g.device_id and b.rev = g.birth_rev
    cross join jsonb_array_elements(b.body -> 'units') as u
    join devices d on d.sn = u ->> 1
    join safety_units s on s.device_id = d.id and s.operation_id = ${operationId} and s.state <> 'open'
      and s.left_at is null
    where g.device_id = ${gatewayId} order by 1`.execute(trx);
  return rows.map(({ unit }) => unit);
}

/** Sets when the command is sent again; with `deliveries` the number of deliveries since it connected. */
export async function setNextDelivery(
  trx: Transaction,
  key: { operationId: string; gatewayId: string },
  { at, deliveries }: { at: Date | null; deliveries: number },
): Promise<void> {
  await sql`
    update safety_gateways set next_delivery_at = ${at}, deliveries = ${deliveries}
    where operation_id = ${key.operationId} and gateway_id = ${key.gatewayId}`.execute(trx);
}

export async function countDeliveries(
  trx: Transaction,
  { operationId, gatewayId }: { operationId: string; gatewayId: string },
): Promise<number> {
  const { rows } = await sql<{ deliveries: number }>`
    select deliveries from safety_gateways where operation_id = ${operationId} and gateway_id = ${gatewayId}`.execute(
    trx,
  );
  return rows[0]?.deliveries ?? 0;
}

/**
 * Sends the command of a shutdown at this time, as if they had just connected; only one of them when it is named. With
 * `deliveries` 1 the first delivery is under way, and a reply to it postpones the next one.
 */
export async function scheduleDelivery(
  db: Db,
  {
    operationId,
    gatewayId,
    at,
    deliveries = 0,
  }: { operationId?: string; gatewayId?: string; at: Date; deliveries?: 0 | 1 },
): Promise<void> {
  await sql`
    update safety_gateways sg set next_delivery_at = ${at}, deliveries = ${deliveries}
    from safety_operations o
    where o.id = sg.operation_id and o.kind = 'shutdown' and o.ended_at is null
      and ${operationId === undefined ? sql`true` : sql`o.id = ${operationId}`}
      and ${gatewayId === undefined ? sql`true` : sql`sg.gateway_id = ${gatewayId}`}`.execute(db);
}

/**
 * Sends the command of a shutdown again, now: the holder has pressed again. A delivery that is under way is waited for, as
 * after the first one.
 */
export async function hastenDelivery(
  trx: Transaction,
  { operationId, at }: { operationId: string; at: Date },
): Promise<void> {
  await sql`
    update safety_gateways set next_delivery_at = ${at}, deliveries = least(deliveries, 1)
    where operation_id = ${operationId}`.execute(trx);
}

/** Stores the measured clock offsets of gateways; null: not known. */
export async function writeClockOffsets(
  db: Db,
  offsets: readonly { gatewayId: string; epoch: number; offsetMs: number | null }[],
  now: Date,
): Promise<void> {
  await sql`
    update gateways g set clock_offset_ms = n.offset_ms, clock_offset_at = ${now}
    from unnest(${offsets.map(({ gatewayId }) => gatewayId)}::uuid[], ${offsets.map(({ epoch }) => epoch)}::bigint[],
      ${offsets.map(({ offsetMs }) => offsetMs)}::float8[]) as n (gateway_id, epoch, offset_ms)
    where g.device_id = n.gateway_id and g.session_epoch = n.epoch`.execute(db);
}
