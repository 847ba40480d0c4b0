import type { DeviceType, ThresholdQuantity, ThresholdSide, ThresholdValues } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";

/** What a limit is for. */
export interface LimitKey {
  readonly deviceType: DeviceType;
  readonly quantity: ThresholdQuantity;
  readonly side: ThresholdSide;
}

export interface LimitRow extends LimitKey, ThresholdValues {
  readonly revision: number;
}

export interface PlantLimitRow extends LimitRow {
  readonly plantId: string;
}

const columns =
  sql.raw(`device_type as "deviceType", quantity, side, is_on as "isOn", raise_value as "raiseValue",
  clear_value as "clearValue", delay_s as "delayS", severity, revision`);

const isLimit = ({ deviceType, quantity, side }: LimitKey) =>
  sql<boolean>`(device_type = ${deviceType} and quantity = ${quantity} and side = ${side})`;

/** Types as in the plant's tree, from the gateway down; quantities and sides in the order of the console. */
const inOrder = sql.raw(`order by array_position(array['DCON', 'SCON', 'MCON', 'OPT', 'RSD'], device_type),
  array_position(array['voltage', 'current', 'temperature'], quantity), side`);

/** Defaults of all types. */
export async function listLimits(db: Db): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`select ${columns} from alarm_thresholds ${inOrder}`.execute(db);
  return rows;
}

/** Limits of all plants that have their own: few, as most plants keep the defaults. */
export async function listAllPlantLimits(db: Db): Promise<PlantLimitRow[]> {
  const { rows } = await sql<PlantLimitRow>`
    select plant_id as "plantId", ${columns} from plant_alarm_thresholds`.execute(db);
  return rows;
}

export async function listPlantLimits(db: Db, { plantId }: PlantInScope): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select ${columns} from plant_alarm_thresholds where plant_id = ${plantId}`.execute(db);
  return rows;
}

/** Types of the devices in a plant. */
export async function listDeviceTypes(db: Db, { plantId }: PlantInScope): Promise<DeviceType[]> {
  const { rows } = await sql<{ type: DeviceType }>`
    select distinct d.type from device_links l join devices d on d.id = l.device_id
    where l.plant_id = ${plantId} and l.to_at is null`.execute(db);
  return rows.map(({ type }) => type);
}

/** Locks a default, which every change of it and of a plant's own limit does first. */
export async function lockLimit(trx: Transaction, key: LimitKey): Promise<LimitRow> {
  const { rows } = await sql<LimitRow>`
    select ${columns} from alarm_thresholds where ${isLimit(key)} for update`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`no default for ${key.deviceType} ${key.quantity} ${key.side}`);
  return row;
}

export async function findPlantLimit(
  trx: Transaction,
  { plantId }: PlantInScope,
  key: LimitKey,
): Promise<LimitRow | undefined> {
  const { rows } = await sql<LimitRow>`
    select ${columns} from plant_alarm_thresholds where plant_id = ${plantId} and ${isLimit(key)}`.execute(
    trx,
  );
  return rows[0];
}

export async function updateLimit(trx: Transaction, limit: LimitRow): Promise<void> {
  const { isOn, raiseValue, clearValue, delayS, severity, revision } = limit;
  await sql`
    update alarm_thresholds set is_on = ${isOn}, raise_value = ${raiseValue}, clear_value = ${clearValue},
      delay_s = ${delayS}, severity = ${severity}, revision = ${revision}
    where ${isLimit(limit)}`.execute(trx);
}

/** Sets a plant's own limit; returns it with its new revision. */
export async function upsertPlantLimit(
  trx: Transaction,
  { plantId }: PlantInScope,
  limit: LimitKey & ThresholdValues,
): Promise<LimitRow> {
  const { deviceType, quantity, side, isOn, raiseValue, clearValue, delayS, severity } = limit;
  const { rows } = await sql<LimitRow>`
    insert into plant_alarm_thresholds
      (plant_id, device_type, quantity, side, is_on, raise_value, clear_value, delay_s, severity, revision)
    values (${plantId}, ${deviceType}, ${quantity}, ${side}, ${isOn}, ${raiseValue}, ${clearValue}, ${delayS},
      ${severity}, nextval('plant_threshold_revisions'))
    on conflict (plant_id, device_type, quantity, side) do update set is_on = excluded.is_on,
      raise_value = excluded.raise_value, clear_value = excluded.clear_value, delay_s = excluded.delay_s,
      severity = excluded.severity, revision = excluded.revision
    returning ${columns}`.execute(trx);
  return rows[0] as LimitRow;
}

export async function deletePlantLimit(
  trx: Transaction,
  { plantId }: PlantInScope,
  key: LimitKey,
): Promise<void> {
  await sql`delete from plant_alarm_thresholds where plant_id = ${plantId} and ${isLimit(key)}`.execute(trx);
}
