import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { offlineDelay, powerValidity } from "./report-age-sql.ts";

/** Plants with a gateway whose power or connection expired in a range: no message arrives that would change them. */
export async function listExpiredPlants(db: Db, range: { fromAt: Date; toAt: Date }): Promise<string[]> {
  const interval = sql.raw("g.report_interval_s");
  const isBetween = (expiresAt: RawBuilder<unknown>) => sql`
    (${expiresAt} > ${range.fromAt}::timestamptz and ${expiresAt} <= ${range.toAt}::timestamptz)`;
  const { rows } = await sql<{ plantId: string }>`
    select distinct l.plant_id as "plantId"
    from gateways g join device_links l on l.device_id = g.device_id and l.to_at is null
    where ${isBetween(sql`g.power_at + ${powerValidity(interval)}`)}
      or ${isBetween(sql`g.last_heard_at + ${offlineDelay(interval)}`)}`.execute(db);
  return rows.map((row) => row.plantId);
}
