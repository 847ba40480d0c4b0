import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { LinkChange } from "./changes.repository.ts";

/** A place on the roof; what is absent is not known. */
export interface NewSlot {
  readonly label: string;
  readonly groupName?: string;
  readonly xM?: number;
  readonly yM?: number;
  readonly tiltDeg?: number;
  readonly azimuthDeg?: number;
}

/** A device of a plant's inventory. */
export interface UnitPlace {
  readonly sn: string;
  /** Serial number of the device it is wired to. */
  readonly parentSn?: string;
  /** For units that are on the roof. */
  readonly slot?: NewSlot;
}

export interface Inventory {
  readonly plantId: string;
  /** Start of the links of units that are in no plant. */
  readonly fromAt: Date;
  /** Parent of the units whose own is not in the register. */
  readonly gatewayId?: string;
  readonly units: readonly UnitPlace[];
}

const listInput = (units: readonly UnitPlace[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u (sn text, "parentSn" text, slot jsonb)`;

/** Links the devices that are in no plant, not before the end of their previous link. */
export async function linkUnits(
  trx: Transaction,
  { plantId, fromAt, units }: Inventory,
): Promise<LinkChange[]> {
  const { rows } = await sql<LinkChange>`
    insert into device_links (device_id, plant_id, from_at)
    select d.id, ${plantId}, greatest(${fromAt}::timestamptz, (
      select max(to_at) from device_links past where past.device_id = d.id))
    from ${listInput(units)} join devices d on d.sn = u.sn
    where not exists (select from device_links l where l.device_id = d.id and l.to_at is null)
    returning device_id as "deviceId", plant_id as "plantId", from_at as "fromAt"`.execute(trx);
  return rows;
}

/** Gives a slot to the units of the plant that have none. */
export async function insertSlots(
  trx: Transaction,
  { plantId, units }: Pick<Inventory, "plantId" | "units">,
): Promise<LinkChange[]> {
  const { rows } = await sql<LinkChange>`
    with unit as (
      select l.id as link_id, gen_random_uuid() as slot_id, u.slot
      from ${listInput(units)} join devices d on d.sn = u.sn
      join device_links l on l.device_id = d.id and l.to_at is null and l.plant_id = ${plantId} and l.slot_id is null
      where u.slot is not null
    ), slot as (
      insert into slots (id, plant_id, label, group_name, x_m, y_m, tilt_deg, azimuth_deg)
      select slot_id, ${plantId}, slot ->> 'label', coalesce(slot ->> 'groupName', ''), (slot ->> 'xM')::float8,
        (slot ->> 'yM')::float8, (slot ->> 'tiltDeg')::float8, (slot ->> 'azimuthDeg')::float8
      from unit
    )
    update device_links l set slot_id = unit.slot_id from unit where l.id = unit.link_id
    returning l.device_id as "deviceId", l.plant_id as "plantId", l.from_at as "fromAt"`.execute(trx);
  return rows;
}

/** How a unit is mounted at its place. */
export interface Mounting {
  readonly tiltDeg: number | null;
  readonly azimuthDeg: number | null;
  readonly polePosition: number | null;
}

export async function updateMounting(
  trx: Transaction,
  slotId: string,
  { tiltDeg, azimuthDeg, polePosition }: Mounting,
): Promise<void> {
  await sql`update slots set tilt_deg = ${tiltDeg}, azimuth_deg = ${azimuthDeg}, pole_position = ${polePosition}
    where id = ${slotId}`.execute(trx);
}

/** Where a slot is on the roof by its plant's layout; tilt, azimuth and pole position are null where it does not say. */
export interface SlotPlace {
  readonly slotId: string;
  readonly groupName: string;
  readonly xM: number;
  readonly yM: number;
  readonly rotationDeg: number;
  readonly tiltDeg: number | null;
  readonly azimuthDeg: number | null;
  readonly polePosition: number | null;
}

/** What a layout does not say stays as it was entered for the slot. */
export async function updatePlaces(
  trx: Transaction,
  plantId: string,
  places: readonly SlotPlace[],
): Promise<void> {
  await sql`
    update slots s set group_name = p."groupName", x_m = p."xM", y_m = p."yM", rotation_deg = p."rotationDeg",
      tilt_deg = coalesce(p."tiltDeg", s.tilt_deg), azimuth_deg = coalesce(p."azimuthDeg", s.azimuth_deg),
      pole_position = coalesce(p."polePosition", s.pole_position)
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p ("slotId" uuid, "groupName" text, "xM" float8,
      "yM" float8, "rotationDeg" float8, "tiltDeg" float8, "azimuthDeg" float8, "polePosition" smallint)
    where s.id = p."slotId" and s.plant_id = ${plantId}`.execute(trx);
}

/** Sets the parents of the units in the plant as the inventory names them. */
export async function setParents(
  trx: Transaction,
  { plantId, gatewayId, units }: Pick<Inventory, "plantId" | "gatewayId" | "units">,
): Promise<void> {
  await sql`
    update device_links l set parent_id = coalesce(parent.id, ${gatewayId ?? null})
    from ${listInput(units)} join devices d on d.sn = u.sn left join devices parent on parent.sn = u."parentSn"
    where l.device_id = d.id and l.to_at is null and l.plant_id = ${plantId}
      and l.parent_id is distinct from coalesce(parent.id, ${gatewayId ?? null})`.execute(trx);
}
