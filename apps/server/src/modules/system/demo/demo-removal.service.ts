import { rm } from "node:fs/promises";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { removeDemoFirmware } from "../../devices/firmware/demo-firmware.service.ts";
import { deletePlacements } from "../../devices/placements/placements.service.ts";
import { deleteSamples } from "../../devices/placements/samples.service.ts";
import { removeEarnings } from "../../energy/earnings/earnings-removal.service.ts";
import { removeEnergies, removeRollUpMarks } from "../../energy/metering/energy-removal.service.ts";
import { deleteDemoAccounts } from "../../people/accounts/accounts.service.ts";
import { demoFolder } from "./demo-fleet.ts";
import { removedType } from "./demo-plants.repository.ts";
import type { DemoKeys } from "./demo-removal.repository.ts";
import {
  deleteDemoCompanies,
  deletePlantsAndDevices,
  listDemoKeys,
  listDemoModules,
} from "./demo-removal.repository.ts";

/** Counts of what was removed. */
export interface DemoRemoval {
  readonly plants: number;
  readonly devices: number;
}

async function removeMeasured(clickhouse: ClickHouse, keys: DemoKeys): Promise<void> {
  await deleteSamples(clickhouse, keys.plantKeys);
  await removeEnergies(clickhouse, keys.plantKeys);
  await removeEarnings(clickhouse, keys.plantKeys);
  await clickhouse.command(
    "alter table reports delete where gateway in {deviceKeys:Array(UInt32)} settings mutations_sync = 1",
    { deviceKeys: keys.deviceKeys },
  );
}

/** Deletes every demo row in PostgreSQL, and with the demo plants everything that users added to them. */
async function removeEdited(db: Db, keys: DemoKeys): Promise<void> {
  const { plantIds, plantKeys, deviceIds } = keys;
  await db.transaction().execute(async (trx) => {
    const moduleIds = await listDemoModules(trx, plantIds);
    await removeRollUpMarks(trx, plantKeys);
    await deletePlacements(trx, { plantIds, deviceIds });
    await deletePlantsAndDevices(trx, { plantIds, deviceIds, moduleIds });
    await removeDemoFirmware(trx);
    await deleteDemoAccounts(trx);
    await deleteDemoCompanies(trx);
    await writeAudit(trx, {
      kind: "system",
      type: removedType,
      original: { plants: plantIds.length, devices: deviceIds.length },
      method: "terminal",
    });
  });
}

/** Permanently removes the demo plants with all their measured and entered data, in both engines and on disk. */
export async function removeDemo(deps: {
  db: Db;
  clickhouse: ClickHouse;
  dataFolder: string;
}): Promise<DemoRemoval> {
  const { db, clickhouse, dataFolder } = deps;
  const keys = await listDemoKeys(db);
  if (keys.plantIds.length > 0) {
    // Measured rows first: once the plants are deleted, their keys are unknown.
    await removeMeasured(clickhouse, keys);
    await removeEdited(db, keys);
  }
  await rm(demoFolder(dataFolder), { recursive: true, force: true });
  return { plants: keys.plantIds.length, devices: keys.deviceIds.length };
}
