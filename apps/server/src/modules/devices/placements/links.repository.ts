import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { LinkChange } from "./changes.repository.ts";

/** A device that was added to a plant by a user. */
export interface NewLink {
  readonly deviceId: string;
  readonly plantId: string;
  readonly fromAt: Date;
  readonly createdBy: string | undefined;
}

interface ChangedLink {
  readonly deviceId: string;
  readonly plantId: string;
  readonly fromAt: Date;
  readonly toAt?: Date;
  readonly sn: string;
}

/** What changed, for the placement job, and the serial numbers whose gateways must read their links again. */
export interface ChangedLinks {
  readonly changes: readonly LinkChange[];
  readonly serialNumbers: readonly string[];
}

function toChangedLinks(rows: readonly ChangedLink[]): ChangedLinks {
  return {
    changes: rows.map(({ sn, ...change }) => change),
    serialNumbers: rows.map(({ sn }) => sn),
  };
}

/** A unit is placed under the plant's gateway where there is only one; a birth that names it says more. */
export async function insertLink(trx: Transaction, link: NewLink): Promise<ChangedLinks> {
  const { rows } = await sql<ChangedLink>`
    insert into device_links (device_id, plant_id, parent_id, from_at, created_by)
    select d.id, ${link.plantId}::uuid,
      case when d.type <> 'DCON' then (
        select (array_agg(g.device_id))[1] from gateways g join device_links gl on gl.device_id = g.device_id and gl.to_at is null
        where gl.plant_id = ${link.plantId} having count(*) = 1) end,
      ${link.fromAt}::timestamptz, ${link.createdBy ?? null}::uuid
    from devices d where d.id = ${link.deviceId}
    returning device_id as "deviceId", plant_id as "plantId", from_at as "fromAt",
      (select sn from devices where id = ${link.deviceId}) as sn`.execute(trx);
  return toChangedLinks(rows);
}

/** A device that is added to a plant together with others. */
export interface NewUnit {
  readonly deviceId: string;
  readonly fromAt: Date;
  readonly parentId: string | null;
  /** Label of its place: an empty place of the plant with this label, else a new one. */
  readonly place: string | null;
}

/**
 * Places of a plant without a device since an instant (now by default), by label. Two plain statements: in one, the planner
 * joins every place with every link of a plant whose rows it has not counted yet.
 */
async function listFreeSlots(
  trx: Transaction,
  plantId: string,
  labels: readonly string[],
  since?: Date,
): Promise<Map<string, string>> {
  if (labels.length === 0) return new Map();
  const slots = await sql<{ id: string; label: string }>`
    select id, label from slots where plant_id = ${plantId} and label = any(${labels}::text[])
    order by created_at desc, id desc`.execute(trx);
  if (slots.rows.length === 0) return new Map();
  const used = await sql<{ id: string }>`
    select slot_id as id from device_links
    where plant_id = ${plantId} and (to_at is null or to_at > ${since ?? null}::timestamptz)
      and slot_id is not null`.execute(trx);
  const usedIds = new Set(used.rows.map(({ id }) => id));
  // Of several places with a label the oldest, which is the last one here.
  return new Map(slots.rows.filter(({ id }) => !usedIds.has(id)).map(({ id, label }) => [label, id]));
}

/** Links devices that have no open link, each with its parent and its place. */
export async function insertLinks(
  trx: Transaction,
  {
    plantId,
    createdBy,
    units,
  }: { plantId: string; createdBy: string | undefined; units: readonly NewUnit[] },
): Promise<ChangedLinks> {
  const labels = units.flatMap(({ place }) => place ?? []);
  const free = await listFreeSlots(trx, plantId, labels);
  const newSlots = new Map(labels.filter((label) => !free.has(label)).map((label) => [label, randomUUID()]));
  await sql`
    insert into slots (id, plant_id, label)
    select s.id, ${plantId}::uuid, s.label
    from unnest(${[...newSlots.values()]}::uuid[], ${[...newSlots.keys()]}::text[]) as s (id, label)`.execute(
    trx,
  );
  const placed = units.map(({ place, ...unit }) => ({
    ...unit,
    slotId: place === null ? null : (free.get(place) ?? newSlots.get(place)),
  }));
  const { rows } = await sql<ChangedLink>`
    insert into device_links (device_id, plant_id, parent_id, slot_id, from_at, created_by)
    select "deviceId", ${plantId}::uuid, "parentId", "slotId", "fromAt", ${createdBy ?? null}::uuid
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)
      as u ("deviceId" uuid, "fromAt" timestamptz, "parentId" uuid, "slotId" uuid)
    returning device_id as "deviceId", plant_id as "plantId", from_at as "fromAt",
      (select sn from devices d where d.id = device_id) as sn`.execute(trx);
  return toChangedLinks(rows);
}

/** Devices, or all devices of a plant. */
type LinkedDevices = { readonly deviceIds: readonly string[] } | { readonly plantId: string };

/** Ends the open links of devices. `endedBy`: the account that removed them from their places. */
export async function endLinks(
  trx: Transaction,
  { devices, at, endedBy }: { devices: LinkedDevices; at: Date; endedBy?: string | undefined },
): Promise<ChangedLinks> {
  const isOfDevices =
    "plantId" in devices
      ? sql`l.plant_id = ${devices.plantId}`
      : sql`l.device_id = any(${devices.deviceIds}::uuid[])`;
  const { rows } = await sql<ChangedLink>`
    update device_links l set to_at = greatest(${at}::timestamptz, l.from_at + interval '1 millisecond'),
      ended_by = ${endedBy ?? null}::uuid
    from devices d
    where d.id = l.device_id and ${isOfDevices} and l.to_at is null
    returning l.device_id as "deviceId", l.plant_id as "plantId", l.to_at as "fromAt", d.sn`.execute(trx);
  return toChangedLinks(rows);
}

/** Where a device is from an instant on. */
export interface Stay {
  readonly deviceId: string;
  readonly slotId: string | null;
  /** Label of its place, where it has no slot yet: an empty place of the plant with this label, else a new one. */
  readonly place?: string;
  readonly parentId: string | null;
}

/** Stays of devices in a plant that begin at one instant. */
export interface NewStays {
  readonly plantId: string;
  readonly fromAt: Date;
  readonly createdBy: string | undefined;
  readonly stays: readonly Stay[];
}

/** The stays with their slots. Devices with equal labels, as in two strings of a plant, get a slot each. */
async function placeStays(
  trx: Transaction,
  plantId: string,
  { fromAt, stays }: Pick<NewStays, "fromAt" | "stays">,
): Promise<Omit<Stay, "place">[]> {
  const labels = stays.flatMap(({ place }) => place ?? []);
  const free = await listFreeSlots(trx, plantId, labels, fromAt);
  const added: { id: string; label: string }[] = [];
  const placed = stays.map(({ place, ...stay }) => {
    if (place === undefined) return stay;
    const slotId = free.get(place) ?? randomUUID();
    if (!free.delete(place)) added.push({ id: slotId, label: place });
    return { ...stay, slotId };
  });
  await sql`
    insert into slots (id, plant_id, label)
    select s.id, ${plantId}::uuid, s.label
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as s (id uuid, label text)`.execute(trx);
  return placed;
}

/**
 * Begins stays. The open links of the devices end at that instant; those that would have begun then or later are deleted.
 * The caller has checked that no device was linked after it.
 */
export async function insertStays(
  trx: Transaction,
  { plantId, fromAt, createdBy, stays }: NewStays,
): Promise<ChangedLinks> {
  const deviceIds = stays.map(({ deviceId }) => deviceId);
  const deleted = await sql<ChangedLink>`
    delete from device_links l using devices d
    where d.id = l.device_id and l.device_id = any(${deviceIds}::uuid[]) and l.to_at is null and l.from_at >= ${fromAt}
    returning l.device_id as "deviceId", l.plant_id as "plantId", ${fromAt}::timestamptz as "fromAt", d.sn`.execute(
    trx,
  );
  const ended = await endLinks(trx, { devices: { deviceIds }, at: fromAt, endedBy: createdBy });
  const placed = await placeStays(trx, plantId, { fromAt, stays });
  const { rows } = await sql<ChangedLink>`
    insert into device_links (device_id, plant_id, parent_id, slot_id, from_at, created_by)
    select "deviceId", ${plantId}::uuid, "parentId", "slotId", ${fromAt}::timestamptz, ${createdBy ?? null}::uuid
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as u ("deviceId" uuid, "parentId" uuid, "slotId" uuid)
    returning device_id as "deviceId", plant_id as "plantId", from_at as "fromAt",
      (select sn from devices d where d.id = device_id) as sn`.execute(trx);
  const begun = toChangedLinks([...deleted.rows, ...rows]);
  return {
    changes: [...ended.changes, ...begun.changes],
    serialNumbers: [...ended.serialNumbers, ...begun.serialNumbers],
  };
}

/** Connects devices of a plant to another parent; their samples stay where they are. Returns their serial numbers. */
export async function updateParents(
  trx: Transaction,
  { deviceIds, parentId }: { deviceIds: readonly string[]; parentId: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ sn: string }>`
    update device_links l set parent_id = ${parentId}::uuid from devices d
    where d.id = l.device_id and l.device_id = any(${deviceIds}::uuid[]) and l.to_at is null
    returning d.sn`.execute(trx);
  return rows.map(({ sn }) => sn);
}

/** Deletes those of the slots that no link, module or layout refers to: a birth made them for devices that moved on. */
export async function deleteUnusedSlots(trx: Transaction, slotIds: readonly string[]): Promise<void> {
  await sql`
    delete from slots s where s.id = any(${slotIds}::uuid[])
      and not exists (select from device_links l where l.slot_id = s.id)
      and not exists (select from slot_modules m where m.slot_id = s.id)
      and not exists (select from layout_cells c where c.slot_id = s.id)`.execute(trx);
}

/**
 * Dates a device's open link anew, together with the units behind it that began with it, each not before the end of its
 * own previous link. Nothing changes when the device itself was linked elsewhere at that time.
 */
export async function redateLink(
  trx: Transaction,
  { deviceId, fromAt }: { deviceId: string; fromAt: Date },
): Promise<ChangedLinks> {
  const { rows } = await sql<ChangedLink>`
    with recursive own as (
      select device_id, plant_id, from_at from device_links l
      where l.device_id = ${deviceId} and l.to_at is null and ${fromAt}::timestamptz >= all (
        select to_at from device_links past where past.device_id = l.device_id and past.to_at is not null)
    ), behind as (
      select device_id from own
      union
      select l.device_id from device_links l join behind b on l.parent_id = b.device_id where l.to_at is null
    ), dated as (
      select l.id, l.device_id, l.from_at as was_at, greatest(${fromAt}::timestamptz, (
        select max(to_at) from device_links past where past.device_id = l.device_id)) as from_at
      from device_links l join behind using (device_id) join own on own.plant_id = l.plant_id and own.from_at = l.from_at
      where l.to_at is null
    )
    update device_links l set from_at = dated.from_at
    from dated join devices d on d.id = dated.device_id
    where l.id = dated.id and dated.from_at <> dated.was_at
    returning l.device_id as "deviceId", l.plant_id as "plantId", least(dated.was_at, dated.from_at) as "fromAt",
      greatest(dated.was_at, dated.from_at) as "toAt", d.sn`.execute(trx);
  return toChangedLinks(rows);
}

/** Deletes every link of plants that are about to be deleted, and the parents that are deleted with them. */
export async function deleteLinks(
  trx: Transaction,
  { plantIds, deviceIds }: { plantIds: readonly string[]; deviceIds: readonly string[] },
): Promise<void> {
  await sql`delete from device_links where plant_id = any(${plantIds}::uuid[])`.execute(trx);
  await sql`update device_links set parent_id = null where parent_id = any(${deviceIds}::uuid[])`.execute(
    trx,
  );
}
