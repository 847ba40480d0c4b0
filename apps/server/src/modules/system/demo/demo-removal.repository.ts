import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

/** Ids and keys of the demo plants, and of the devices that only the demo has used. */
export interface DemoKeys {
  readonly plantIds: string[];
  readonly plantKeys: number[];
  readonly deviceIds: string[];
  readonly deviceKeys: number[];
}

interface KeyRow {
  readonly id: string;
  readonly key: number;
}

export async function listDemoKeys(db: Db): Promise<DemoKeys> {
  const { rows: plants } = await sql<KeyRow>`select id, key from plants where is_demo`.execute(db);
  const { rows: devices } = await sql<KeyRow>`
    select d.id, d.key from devices d
    where d.is_demo or d.id in (
      select l.device_id from device_links l group by l.device_id
      having bool_and(l.plant_id in (select id from plants where is_demo))
    ) and d.registration_code_hash is null`.execute(db);
  return {
    plantIds: plants.map(({ id }) => id),
    plantKeys: plants.map(({ key }) => key),
    deviceIds: devices.map(({ id }) => id),
    deviceKeys: devices.map(({ key }) => key),
  };
}

/** Modules in the slots of the plants; to be listed before the slots are deleted. */
export async function listDemoModules(trx: Transaction, plantIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct sm.module_id as id from slot_modules sm join slots s on s.id = sm.slot_id
    where s.plant_id = any(${plantIds}::uuid[])`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function deletePlantsAndDevices(
  trx: Transaction,
  ids: Pick<DemoKeys, "plantIds" | "deviceIds"> & { moduleIds: readonly string[] },
): Promise<void> {
  await sql`delete from devices where id = any(${ids.deviceIds}::uuid[])`.execute(trx);
  await sql`delete from plants where id = any(${ids.plantIds}::uuid[])`.execute(trx);
  await sql`delete from modules where id = any(${ids.moduleIds}::uuid[])`.execute(trx);
}

/** Deletes the demo's companies, except those still in use. */
export async function deleteDemoCompanies(trx: Transaction): Promise<void> {
  await sql`
    delete from companies c where c.is_demo
      and not exists (select from accounts a where a.company_id = c.id)
      and not exists (select from companies below where below.upstream_id = c.id)`.execute(trx);
}
