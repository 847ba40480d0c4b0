import type { CommandCode, DeviceType, SafetyUnitState } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { unitsOfPlant } from "./safety.repository.ts";

export interface SafetyUnitRow {
  readonly deviceId: string;
  readonly sn: string;
  readonly type: DeviceType;
  readonly model: string;
  readonly slotLabel: string;
  readonly gatewaySn: string | null;
  readonly isConnected: boolean;
  readonly state: SafetyUnitState;
  readonly isDark: boolean;
  readonly sentAt: Date | null;
  readonly deliveries: number;
  readonly acknowledgedAt: Date | null;
  readonly code: CommandCode | null;
  readonly provenAt: Date | null;
  readonly sampleAt: Date | null;
  readonly outputV: number | null;
  readonly inputV: number | null;
  /** When it joined the plant during the shutdown. */
  readonly joinedAt: Date | null;
}

interface UnitsOf {
  readonly plantId: string;
  readonly operationId: string | null;
}

/** Units of an operation with their evidence, or those of the plant before its first operation. */
const unitsOf = ({ plantId, operationId }: UnitsOf) =>
  operationId === null
    ? sql`
        select u.device_id, u.gateway_id, 'unknown' as state, false as is_dark, null::timestamptz as proven_at,
          null::timestamptz as sample_at, null::real as output_v, null::real as input_v,
          null::timestamptz as joined_at
        from (${unitsOfPlant(plantId)}) u`
    : sql`
        select device_id, gateway_id, state, is_dark, proven_at, sample_at, output_v, input_v, joined_at
        from safety_units where operation_id = ${operationId} and left_at is null`;

/** For each unit when the command of an operation was `delivered` to it, and when it was `replied` to. */
const deliveriesTo = (units: RawBuilder<unknown>, operationId: string | null) => sql`
    sent as materialized (
      -- A relay that is opened or closed alone is the command for all units behind it.
      select c.id, c.gateway_id, case when c.op <> 'relay' then c.targets end as targets, c.delivered_at, c.queue_no, c.code
      from commands c join safety_operations o on o.id = c.safety_id
      where o.id = ${operationId} and c.delivered_at is not null
        and (c.op in ('open', 'close') or c.op = 'relay' and o.device_id is not null)
    ), replied as materialized (
      select r.device_id, min(r.at) filter (where r.state = 'done') as acknowledged_at,
        (array_agg(r.code order by sent.queue_no desc))[1] as code
      from sent join command_results r on r.command_id = sent.id where r.state <> 'waiting' group by r.device_id
    ), delivered as materialized (
      select u.device_id, min(sent.delivered_at) as sent_at, count(*)::int as deliveries
      from (${units}) u join sent on sent.gateway_id = u.gateway_id
      where sent.targets is null
        or exists (select from command_results r where r.command_id = sent.id and r.device_id = u.device_id)
      group by u.device_id
    )`;

/** In the order of the roof. Without labels where the plant's layout is hidden from the caller. */
export async function listUnits(
  db: Db,
  { isLayoutHidden, ...of }: UnitsOf & { isLayoutHidden: boolean },
): Promise<SafetyUnitRow[]> {
  const units = unitsOf(of);
  const { rows } = await sql<SafetyUnitRow>`
    with ${deliveriesTo(units, of.operationId)}
    select d.id as "deviceId", d.sn, d.type, d.model, case when ${isLayoutHidden} then '' else coalesce(s.label, '') end as "slotLabel", gd.sn as "gatewaySn",
      coalesce(g.is_online, false) as "isConnected", u.state, u.is_dark as "isDark", delivered.sent_at as "sentAt",
      coalesce(delivered.deliveries, 0) as deliveries, replied.acknowledged_at as "acknowledgedAt", replied.code,
      u.proven_at as "provenAt", u.sample_at as "sampleAt", u.output_v as "outputV", u.input_v as "inputV",
      u.joined_at as "joinedAt"
    from (${units}) u join devices d on d.id = u.device_id
    left join device_links l on l.device_id = d.id and l.to_at is null
    left join slots s on s.id = l.slot_id
    left join gateways g on g.device_id = u.gateway_id
    left join devices gd on gd.id = u.gateway_id
    left join delivered on delivered.device_id = d.id
    left join replied on replied.device_id = d.id
    order by s.group_name, s.y_m, s.x_m, d.sn`.execute(db);
  return rows;
}

export interface UnitCounts {
  readonly units: number;
  /** To which the command has left. */
  readonly sent: number;
  readonly acknowledged: number;
  readonly open: number;
  readonly closed: number;
  readonly dark: number;
}

/** The units that `listUnits` lists, counted. */
export async function countUnits(db: Db, of: UnitsOf): Promise<UnitCounts> {
  const units = unitsOf(of);
  const { rows } = await sql<UnitCounts>`
    with ${deliveriesTo(units, of.operationId)}
    select count(*)::int as units, count(delivered.sent_at)::int as sent,
      count(replied.acknowledged_at)::int as acknowledged, count(*) filter (where u.state = 'open')::int as open,
      count(*) filter (where u.state = 'closed')::int as closed, count(*) filter (where u.is_dark)::int as dark
    from (${units}) u
    left join delivered on delivered.device_id = u.device_id
    left join replied on replied.device_id = u.device_id`.execute(db);
  return rows[0] as UnitCounts;
}
