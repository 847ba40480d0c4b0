import type { DeviceType } from "@heliograph/contract";
import { sql } from "kysely";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope } from "../../base/access/scope-sql.ts";

/** A device in a plant, with the stay that has not ended. */
export interface PlacedDevice {
  readonly deviceId: string;
  readonly deviceKey: number;
  readonly sn: string;
  readonly alias: string;
  readonly type: DeviceType;
  readonly linkId: string;
  readonly plantId: string;
  readonly slotId: string | null;
  readonly slotLabel: string;
  readonly parentId: string | null;
  readonly parentSn: string | null;
  readonly fromAt: Date;
  /** End of its last stay before. */
  readonly previousEndAt: Date | null;
}

const columns = sql`
  d.id as "deviceId", d.key as "deviceKey", d.sn, d.alias, d.type, l.id as "linkId", l.plant_id as "plantId",
  l.slot_id as "slotId", coalesce(slot.label, '') as "slotLabel", l.parent_id as "parentId",
  (select sn from devices where id = l.parent_id) as "parentSn", l.from_at as "fromAt",
  (select max(to_at) from device_links past where past.device_id = d.id) as "previousEndAt"`;

/** A device in a plant of the scope and all devices connected to it, those above before those below; locked. */
export async function lockBranch(trx: Transaction, scope: Scope, deviceId: string): Promise<PlacedDevice[]> {
  // Locked first: a change that was waited for is then read.
  await sql`select from devices where id = ${deviceId} for update`.execute(trx);
  const { rows } = await sql<PlacedDevice>`
    with recursive branch as (
      select l.device_id, l.plant_id, 0 as depth from device_links l
      join plants p on p.id = l.plant_id and ${plantsInScope(scope, "devices")}
      where l.device_id = ${deviceId} and l.to_at is null
      union
      -- Three levels at most; the bound ends a circle of parents.
      select l.device_id, l.plant_id, b.depth + 1 from branch b
      join device_links l on l.parent_id = b.device_id and l.to_at is null and l.plant_id = b.plant_id
      where b.depth < 3 and l.device_id <> ${deviceId}
    )
    select ${columns}
    from branch b
    join devices d on d.id = b.device_id
    join device_links l on l.device_id = d.id and l.to_at is null
    left join slots slot on slot.id = l.slot_id
    order by b.depth, d.sn`.execute(trx);
  await sql`select from devices where id = any(${rows.map((row) => row.deviceId)}::uuid[]) order by id for update`.execute(
    trx,
  );
  return rows;
}

/** A device by its serial number where it is in this plant; locked. */
export async function lockInPlant(
  trx: Transaction,
  { sn, plantId }: { sn: string; plantId: string },
): Promise<PlacedDevice | undefined> {
  const { rows } = await sql<PlacedDevice>`
    select ${columns}
    from devices d
    join device_links l on l.device_id = d.id and l.to_at is null and l.plant_id = ${plantId}
    left join slots slot on slot.id = l.slot_id
    where d.sn = ${sn} for update of d`.execute(trx);
  return rows[0];
}

export interface PlantFacts {
  readonly plantId: string;
  readonly key: number;
  readonly name: string;
  readonly timeZone: string;
  readonly companyId: string;
}

export async function findPlantFacts(
  trx: Transaction,
  scope: Scope,
  plantId: string,
): Promise<PlantFacts | undefined> {
  const { rows } = await sql<PlantFacts>`
    select p.id as "plantId", p.key, p.name, p.time_zone as "timeZone", p.company_id as "companyId"
    from plants p where p.id = ${plantId} and ${plantsInScope(scope)}`.execute(trx);
  return rows[0];
}

/** A device of a plant that others can be connected to. */
export async function findParent(
  trx: Transaction,
  { plantId, deviceId }: { plantId: string; deviceId: string },
): Promise<{ deviceId: string; sn: string; type: DeviceType; fromAt: Date } | undefined> {
  const { rows } = await sql<{ deviceId: string; sn: string; type: DeviceType; fromAt: Date }>`
    select d.id as "deviceId", d.sn, d.type, l.from_at as "fromAt"
    from device_links l join devices d on d.id = l.device_id
    where l.plant_id = ${plantId} and l.to_at is null and d.id = ${deviceId}`.execute(trx);
  return rows[0];
}

/** Gateways of a plant. */
export async function listGateways(
  trx: Transaction,
  plantId: string,
): Promise<{ deviceId: string; sn: string }[]> {
  const { rows } = await sql<{ deviceId: string; sn: string }>`
    select d.id as "deviceId", d.sn from device_links l join devices d on d.id = l.device_id
    where l.plant_id = ${plantId} and l.to_at is null and d.type = 'DCON' order by d.sn`.execute(trx);
  return rows;
}

/** The device that is, or was after an instant, at a place of the plant. */
export async function findOccupant(
  trx: Transaction,
  { plantId, label, since }: { plantId: string; label: string; since: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ sn: string }>`
    select d.sn from slots s join device_links l on l.slot_id = s.id join devices d on d.id = l.device_id
    where s.plant_id = ${plantId} and s.label = ${label} and (l.to_at is null or l.to_at > ${since})
    order by l.to_at desc nulls first limit 1`.execute(trx);
  return rows[0]?.sn;
}

/** Whether the newest births of gateways of the plant name a device. */
export async function isReported(
  trx: Transaction,
  { plantId, sn }: { plantId: string; sn: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from device_links l join gateways g on g.device_id = l.device_id
    join births b on b.gateway_id = g.device_id and b.rev = g.birth_rev
    where l.plant_id = ${plantId} and l.to_at is null
      and exists (select from jsonb_array_elements(b.body -> 'units') as u where u ->> 1 = ${sn})
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** An unresolved alarm whose condition is present. */
export interface PresentAlarm {
  readonly deviceId: string;
  readonly plantId: string;
  readonly faultCode: string;
  readonly type: DeviceType;
}

export async function listPresentAlarms(
  db: Db | Transaction,
  deviceIds: readonly string[],
): Promise<PresentAlarm[]> {
  const { rows } = await sql<PresentAlarm>`
    select a.device_id as "deviceId", a.plant_id as "plantId", a.fault_code as "faultCode", d.type
    from alarms a join devices d on d.id = a.device_id
    where a.device_id = any(${deviceIds}::uuid[]) and a.status = 'unresolved' and a.gone_at is null`.execute(
    db,
  );
  return rows;
}

/** Energy that counts for devices of a plant since an instant, in whole windows. */
export async function sumEnergyWh(
  clickhouse: ClickHouse,
  { plantKey, deviceKeys, fromAt }: { plantKey: number; deviceKeys: readonly number[]; fromAt: Date },
): Promise<number> {
  const [row] = await clickhouse.query<{ wh: number | null }>(
    `select sum(energy_wh) as wh from unit_windows final
    where plant = {plant:UInt32} and device in {devices:Array(UInt32)} and origin = 'rollup'
      and window_at >= {fromAt:DateTime}`,
    { plant: plantKey, devices: deviceKeys, fromAt },
  );
  return row?.wh ?? 0;
}
