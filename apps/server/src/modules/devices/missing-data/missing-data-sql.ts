import { getFault } from "@heliograph/contract/fault-codes";
import { UNIT_STATUS } from "@heliograph/protocol";
import { sunCoordinates } from "@heliograph/solar";
import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import { HIGH_SUN_ELEVATION_DEG, MIN_SUN_ELEVATION_DEG } from "./missing-data-rules.ts";

export const GATEWAY_OFFLINE = sql.lit(getFault("gatewayOffline").code);
export const UNIT_OFFLINE = sql.lit(getFault("unitOffline").code);
export const ZERO_POWER = sql.lit(getFault("zeroPower").code);
export const INTERNAL_FAULT = sql.lit(getFault("internalFault").code);

/** State in which a unit declares itself faulty. */
export const FAULT_STATUS = sql.lit(UNIT_STATUS.fault);

/** Elevations here and in the rules differ by parallax. */
const MARGIN_DEG = 0.1;

/**
 * Whether the sun is above an elevation at plant `p`, for the choice of plants: their sun is computed from one position of
 * the sun over the Earth. Null without coordinates.
 */
const isSunAbove = (elevationDeg: number, now: Date): RawBuilder<boolean> => {
  const { declinationRad, greenwichHourAngleDeg } = sunCoordinates(now.getTime());
  return sql<boolean>`(
    sind(p.latitude) * ${Math.sin(declinationRad)}::float8
      + cosd(p.latitude) * ${Math.cos(declinationRad)}::float8 * cosd(${greenwichHourAngleDeg}::float8 + p.longitude)
    > sind(${elevationDeg - MARGIN_DEG}::float8)
  )`;
};

export const isSunUp = (now: Date): RawBuilder<boolean> => isSunAbove(MIN_SUN_ELEVATION_DEG, now);

/** Whether healthy units of gateway `g` can be expected to be awake: the sun is high, or at least one of them produces. */
export const canBeAwake = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  ${isSunAbove(HIGH_SUN_ELEVATION_DEG, now)}
  or exists (
    select from latest_values v cross join unnest(v.pw) as power_w
    where v.gateway_id = g.device_id and power_w > 0 and power_w <> 'NaN'
  )
)`;

/** Whether all units of a gateway are open because of its last switching command. */
const isHeld = (gatewayId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`coalesce((
  select c.op = 'open' and c.targets is null from commands c
  where c.gateway_id = ${gatewayId} and c.op in ('open', 'close')
    and c.state in ('delivered', 'accepted', 'running', 'done')
  order by c.seq desc limit 1
), false)`;

/** Columns of a unit: of its open link, its state and its gateway. */
interface UnitColumns {
  readonly deviceId: RawBuilder<unknown>;
  readonly parentId: RawBuilder<unknown>;
  readonly isClosed: RawBuilder<unknown>;
  readonly gatewayId: RawBuilder<unknown>;
}

/**
 * Whether a unit gives nothing as intended: it is open, or the string above it or a unit below it is, or its gateway holds
 * all units open.
 */
export const isOpen = ({ deviceId, parentId, isClosed, gatewayId }: UnitColumns): RawBuilder<boolean> =>
  sql<boolean>`(
    ${isClosed} is false
    or exists (select from device_states parent where parent.device_id = ${parentId} and parent.is_closed is false)
    or exists (
      select from device_links child join device_states state on state.device_id = child.device_id
      where child.parent_id = ${deviceId} and child.to_at is null and state.is_closed is false
    )
    or ${isHeld(gatewayId)}
  )`;

/** Whether a device has the alarm of a fault code already, and its condition lasts. */
export const hasActiveAlarm = (
  deviceId: RawBuilder<unknown>,
  faultCode: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from alarms a
  where a.device_id = ${deviceId} and a.fault_code = ${faultCode} and a.status = 'unresolved' and a.gone_at is null
)`;

/** Whether a device has a present alarm about its own fault, or has itself reported what its fault is. */
export const hasFaultAlarm = (deviceId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from alarms a
  where a.device_id = ${deviceId} and a.status = 'unresolved' and a.gone_at is null
    and (a.fault_code = ${INTERNAL_FAULT} or (a.severity = 'fault' and a.fault_code not like 'H%'))
)`;
