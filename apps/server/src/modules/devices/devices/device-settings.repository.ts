import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, plantsInScope } from "../../base/access/scope-sql.ts";

/** Fields of a device that users change. */
export interface EditedFields {
  readonly alias: string;
  readonly ratedPowerW: number | null;
  readonly tiltDeg: number | null;
  readonly azimuthDeg: number | null;
  readonly polePosition: number | null;
}

export interface DeviceSettingsRow extends EditedFields {
  readonly deviceId: string;
  readonly plantId: string;
  readonly companyId: string;
  /** Null without a place, and where the plant's layout is hidden from the caller. */
  readonly slotId: string | null;
  readonly revision: string;
}

const fields = sql`d.alias, d.rated_power_w, slot.tilt_deg, slot.azimuth_deg, slot.pole_position`;

/** The fields of a device in a visible plant; with a transaction's lock its row is kept until the transaction ends. */
export async function findDeviceSettings(
  db: Db | Transaction,
  scope: Scope,
  { deviceId, isLocked }: { deviceId: string; isLocked: boolean },
): Promise<DeviceSettingsRow | undefined> {
  const { rows } = await sql<DeviceSettingsRow>`
    select d.id as "deviceId", p.id as "plantId", p.company_id as "companyId", slot.id as "slotId", d.alias,
      d.rated_power_w as "ratedPowerW", slot.tilt_deg as "tiltDeg", slot.azimuth_deg as "azimuthDeg",
      slot.pole_position as "polePosition", md5(jsonb_build_array(${fields})::text) as revision
    from devices d
    join device_links l on l.device_id = d.id and l.to_at is null
    join plants p on p.id = l.plant_id and ${plantsInScope(scope, "devices")}
    left join slots slot on slot.id = l.slot_id and not 'layout' = any(${hiddenParts(scope)})
    where d.id = ${deviceId}
    ${isLocked ? sql`for update of d` : sql``}`.execute(db);
  return rows[0];
}

export async function updateDeviceFields(
  trx: Transaction,
  { deviceId, alias, ratedPowerW }: Pick<EditedFields, "alias" | "ratedPowerW"> & { deviceId: string },
): Promise<void> {
  await sql`update devices set alias = ${alias}, rated_power_w = ${ratedPowerW}, updated_at = now()
    where id = ${deviceId}`.execute(trx);
}
