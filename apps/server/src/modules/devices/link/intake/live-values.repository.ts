import { sql } from "kysely";
import type { Db } from "../../../../infra/postgres/database.ts";

export interface GatewayPower {
  gatewayId: string;
  powerAt: number;
  acMeterW: number | null;
  stringW: number | null;
  moduleW: number | null;
}

export async function writePower(db: Db, powers: readonly GatewayPower[]): Promise<void> {
  if (powers.length === 0) return;
  const rows = [...powers]
    .sort((a, b) => (a.gatewayId < b.gatewayId ? -1 : 1))
    .map((power) => ({
      gateway_id: power.gatewayId,
      power_at: new Date(power.powerAt).toISOString(),
      ac_meter_w: power.acMeterW,
      string_w: power.stringW,
      module_w: power.moduleW,
    }));
  await sql`
    update gateways g set power_at = r.power_at, ac_meter_power_w = r.ac_meter_w, string_power_w = r.string_w,
      module_power_w = r.module_w
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (gateway_id uuid, power_at timestamptz,
      ac_meter_w double precision, string_w double precision, module_w double precision)
    where g.device_id = r.gateway_id`.execute(db);
}
