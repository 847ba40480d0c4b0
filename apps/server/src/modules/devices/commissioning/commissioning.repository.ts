import type { ExpectedDevice } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import { isOnline, statusJoins } from "../status/device-status-sql.ts";
import type { PlantDevice } from "./compare-expected.ts";

/** Slots of the latest published layout of a plant. */
const publishedSlots = (plantId: string) => sql`
  select c.slot_id from layout_cells c join layout_groups g on g.id = c.group_row_id
  where c.slot_id is not null and g.version_id = (
    select id from layout_versions where plant_id = ${plantId} and state = 'published' order by number desc limit 1
  )`;

/** A device of which live reports alone are known. */
export type StoredDevice = PlantDevice & { readonly addedAt: Date };

/** Devices that are in the plant now. */
export async function listPlantDevices(
  db: Db,
  { plantId }: PlantInScope,
  now: Date,
): Promise<StoredDevice[]> {
  const { rows } = await sql<StoredDevice>`
    with placed as materialized (${publishedSlots(plantId)})
    select d.id as "deviceId", d.key as "deviceKey", d.sn, d.type, d.alias, coalesce(slot.label, '') as place,
      up.sn as "parentSn", d.adopted_at is not null as "isAdopted",
      coalesce(case d.type when 'DCON' then own.last_heard_at else s.last_sample_at end
        -- A device that was moved with a date in the past may have reported elsewhere since that date.
        >= greatest(l.from_at, l.created_at), false) as "hasReported", l.from_at as "addedAt",
      coalesce(l.slot_id in (select slot_id from placed), false) as "isInLayout",
      ${isOnline(now)} as "isOnline", s.rs as "signalDbm"
    from device_links l
    join devices d on d.id = l.device_id
    left join devices up on up.id = l.parent_id
    left join slots slot on slot.id = l.slot_id
    ${statusJoins}
    where l.plant_id = ${plantId} and l.to_at is null`.execute(db);
  return rows;
}

/** Places of the published layout that have no device; undefined without a layout. */
export async function listEmptyPlaces(db: Db, { plantId }: PlantInScope): Promise<string[] | undefined> {
  const { rows } = await sql<{ label: string; isTaken: boolean }>`
    select s.label, exists (select from device_links l where l.slot_id = s.id and l.to_at is null) as "isTaken"
    from slots s where s.id in (${publishedSlots(plantId)})`.execute(db);
  if (rows.length === 0) return undefined;
  return rows.filter(({ isTaken }) => !isTaken).map(({ label }) => label);
}

export async function listExpectedDevices(
  db: Db | Transaction,
  { plantId }: PlantInScope,
): Promise<ExpectedDevice[]> {
  const { rows } = await sql<ExpectedDevice>`
    select sn, place from expected_devices where plant_id = ${plantId} order by position`.execute(db);
  return rows;
}

/** Locks a plant while its list is replaced; undefined if the plant is gone. */
export async function lockPlantList(
  trx: Transaction,
  { plantId }: PlantInScope,
): Promise<{ companyId: string } | undefined> {
  const { rows } = await sql<{ companyId: string }>`
    select company_id as "companyId" from plants where id = ${plantId} for no key update`.execute(trx);
  return rows[0];
}

export async function replaceExpectedDevices(
  trx: Transaction,
  { plantId }: PlantInScope,
  devices: readonly ExpectedDevice[],
): Promise<void> {
  await sql`delete from expected_devices where plant_id = ${plantId}`.execute(trx);
  await sql`
    insert into expected_devices (plant_id, position, sn, place)
    select ${plantId}, nth, e.device ->> 'sn', e.device ->> 'place'
    from jsonb_array_elements(${JSON.stringify(devices)}::jsonb) with ordinality as e (device, nth)`.execute(
    trx,
  );
}
