import type { Finding } from "@heliograph/solar";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

export interface NewAnalysis {
  readonly deviceId: string;
  readonly days: readonly number[];
  readonly bestRatios: readonly number[];
  readonly lostWh: readonly number[];
  readonly finding: Finding | null;
  readonly sinceDay: string | null;
  readonly lostPerMonth: string | null;
  readonly currency: string | null;
}

/** Units per statement: 90 days of one take about 2 kB. */
const MAX_UNITS = 1_000;

/** Writes the judged units of a plant and its day. */
export async function writeAnalyses(
  trx: Transaction,
  { plantId, plantDay, analyses }: { plantId: string; plantDay: string; analyses: readonly NewAnalysis[] },
): Promise<void> {
  for (let first = 0; first < analyses.length; first += MAX_UNITS)
    await writeUnits(trx, plantId, analyses.slice(first, first + MAX_UNITS));
  await sql`
    insert into plant_analyses as a (plant_id, plant_day) values (${plantId}, ${plantDay}::date)
    on conflict (plant_id) do update set plant_day = greatest(a.plant_day, excluded.plant_day)`.execute(trx);
}

async function writeUnits(
  trx: Transaction,
  plantId: string,
  analyses: readonly NewAnalysis[],
): Promise<void> {
  await sql`
    insert into unit_analyses as a (device_id, plant_id, days, best_ratios, lost_wh, finding, since_day,
      lost_per_month, currency)
    select "deviceId", ${plantId}, days, "bestRatios", "lostWh", finding, "sinceDay", "lostPerMonth", currency
    from jsonb_to_recordset(${JSON.stringify(analyses)}::jsonb) as r (
      "deviceId" uuid, days integer[], "bestRatios" double precision[], "lostWh" double precision[], finding text,
      "sinceDay" date, "lostPerMonth" numeric, currency text
    )
    where exists (select from devices d where d.id = r."deviceId")
    on conflict (device_id) do update set plant_id = excluded.plant_id, days = excluded.days,
      best_ratios = excluded.best_ratios, lost_wh = excluded.lost_wh, finding = excluded.finding,
      since_day = excluded.since_day, lost_per_month = excluded.lost_per_month, currency = excluded.currency
  `.execute(trx);
}

/** Findings of a plant's units that have left it. */
export async function listLeftFindings(
  db: Db,
  plantId: string,
): Promise<{ deviceId: string; kind: string; finding: Finding }[]> {
  const { rows } = await sql<{ deviceId: string; kind: string; finding: Finding }>`
    select a.device_id as "deviceId", d.type as kind, a.finding
    from unit_analyses a join devices d on d.id = a.device_id
    where a.plant_id = ${plantId} and a.finding is not null and not exists (
      select from device_links l where l.device_id = a.device_id and l.plant_id = a.plant_id and l.to_at is null
    )`.execute(db);
  return rows;
}

export async function deleteAnalyses(trx: Transaction, deviceIds: readonly string[]): Promise<void> {
  await sql`delete from unit_analyses where device_id = any (${deviceIds}::uuid[])`.execute(trx);
}
