import { rm } from "node:fs/promises";
import { sql } from "kysely";
import type { ClickHouse } from "../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../infra/postgres/database.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { demoFolder } from "./demo-fleet.ts";
import { removedType } from "./demo-plants.repository.ts";

/** What was removed. */
export interface DemoRemoval {
  readonly plants: number;
  readonly devices: number;
}

const BY_PLANT = ["samples", "unit_windows", "plant_windows", "plant_days"];
const BY_GATEWAY = ["reports"];

interface Keys {
  plantIds: string[];
  plantKeys: number[];
  deviceIds: string[];
  deviceKeys: number[];
}

async function listKeys(db: Db): Promise<Keys> {
  const { rows: plants } = await sql<{
    id: string;
    key: number;
  }>`select id, key from plants where is_demo`.execute(db);
  const { rows: devices } = await sql<{ id: string; key: number }>`
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

async function removeMeasured(clickhouse: ClickHouse, keys: Keys): Promise<void> {
  const remove = (table: string, column: string, values: number[]) =>
    clickhouse.command(
      `alter table ${table} delete where ${column} in {values:Array(UInt32)} settings mutations_sync = 1`,
      { values },
    );
  for (const table of BY_PLANT) await remove(table, "plant", keys.plantKeys);
  for (const table of BY_GATEWAY) await remove(table, "gateway", keys.deviceKeys);
}

/** Takes every demo row out of PostgreSQL; what a person added to a demo plant goes with the plant. */
async function removeEdited(db: Db, keys: Keys): Promise<void> {
  const { plantIds, plantKeys, deviceIds } = keys;
  await db.transaction().execute(async (trx) => {
    const { rows: modules } = await sql<{ id: string }>`
      select distinct sm.module_id as id from slot_modules sm join slots s on s.id = sm.slot_id
      where s.plant_id = any(${plantIds}::uuid[])`.execute(trx);
    await sql`delete from rollup_marks where plant_key = any(${plantKeys}::int[])`.execute(trx);
    await sql`delete from device_links where plant_id = any(${plantIds}::uuid[])`.execute(trx);
    await sql`update device_links set parent_id = null where parent_id = any(${deviceIds}::uuid[])`.execute(
      trx,
    );
    await sql`delete from devices where id = any(${deviceIds}::uuid[])`.execute(trx);
    await sql`delete from plants where id = any(${plantIds}::uuid[])`.execute(trx);
    await sql`delete from modules where id = any(${modules.map(({ id }) => id)}::uuid[])`.execute(trx);
    // An owner who was given a plant of a person's own stays with it, and a company with whom it still has.
    await sql`
      delete from accounts a where a.is_demo and not exists (select from plants p where p.owner_id = a.id)`.execute(
      trx,
    );
    await sql`
      delete from companies c where c.is_demo
        and not exists (select from accounts a where a.company_id = c.id)
        and not exists (select from companies below where below.upstream_id = c.id)`.execute(trx);
    await writeAudit(trx, {
      kind: "system",
      type: removedType,
      original: { plants: plantIds.length, devices: deviceIds.length },
      method: "terminal",
    });
  });
}

/** Removes the demo plants with everything measured and entered for them, in both engines and on disk, for good. */
export async function removeDemo(deps: {
  db: Db;
  clickhouse: ClickHouse;
  dataFolder: string;
}): Promise<DemoRemoval> {
  const { db, clickhouse, dataFolder } = deps;
  const keys = await listKeys(db);
  if (keys.plantIds.length > 0) {
    // Measured rows first: once the plants are gone nobody knows their keys.
    await removeMeasured(clickhouse, keys);
    await removeEdited(db, keys);
  }
  await rm(demoFolder(dataFolder), { recursive: true, force: true });
  return { plants: keys.plantIds.length, devices: keys.deviceIds.length };
}
