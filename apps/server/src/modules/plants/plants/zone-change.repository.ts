import type { PlantZones } from "@heliograph/solar";
import { findNextZoneAt, zoneAt } from "@heliograph/solar";
import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";

interface DueZone {
  readonly plantId: string;
  readonly zones: PlantZones;
}

/** Locks plants whose next zone has begun; those that another transaction changes come later. */
export async function lockDueZones(trx: Transaction, now: number): Promise<DueZone[]> {
  const { rows } = await sql<DueZone>`
    select id as "plantId", zones from plants where next_zone_at <= ${new Date(now)}
    order by id for update skip locked`.execute(trx);
  return rows;
}

/** Writes the current zone of a plant. */
export async function setCurrentZone(
  trx: Transaction,
  { plantId, zones }: DueZone,
  now: number,
): Promise<void> {
  const nextAt = findNextZoneAt(now, zones);
  await sql`
    update plants set time_zone = ${zoneAt(now, zones)},
      next_zone_at = ${nextAt === undefined ? null : new Date(nextAt)}::timestamptz, updated_at = clock_timestamp()
    where id = ${plantId}`.execute(trx);
}
