import { sql } from "kysely";
import type { Db } from "../../infra/postgres/database.ts";

/**
 * Plants that fell silent between two looks: no message is the very event, so somebody has to look. Power goes stale
 * after two report intervals, a gateway counts as offline after three (domain: Plant, Power and Status).
 */
export async function listSilenced(db: Db, range: { fromAt: Date; toAt: Date }): Promise<string[]> {
  const passed = (column: "power_at" | "last_heard_at", intervals: number) => sql`(
    ${sql.ref(`g.${column}`)} + ${intervals} * make_interval(secs => g.report_interval_s) > ${range.fromAt}::timestamptz
    and ${sql.ref(`g.${column}`)} + ${intervals} * make_interval(secs => g.report_interval_s) <= ${range.toAt}::timestamptz)`;
  const { rows } = await sql<{ plantId: string }>`
    select distinct l.plant_id as "plantId"
    from gateways g join device_links l on l.device_id = g.device_id and l.to_at is null
    where ${passed("power_at", 2)} or ${passed("last_heard_at", 3)}`.execute(db);
  return rows.map((row) => row.plantId);
}
