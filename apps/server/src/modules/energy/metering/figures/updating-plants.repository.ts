import type { InstantRange } from "@heliograph/solar";
import type { Db } from "../../../../infra/postgres/database.ts";
import { sql } from "../../../../infra/postgres/fast-sql.ts";
import { isAwaited, isUpdating, isWaiting } from "../updating-sql.ts";

/** A sample affects the windows up to the next sample of its unit, at most this far. */
const MAX_EFFECT_MS = 86_400_000;

const isoOf = (at: number): string => new Date(at).toISOString();

/**
 * Plants whose energies are partial: days whose bounds moved or late reports are not counted yet, it is behind with live ones, or reports
 * wait for their gateway's birth. With a range, only windows that affect it count.
 */
export async function listUpdatingPlants(
  db: Db,
  plantKeys: readonly number[],
  { now, range }: { now: number; range?: InstantRange },
): Promise<Set<number>> {
  if (plantKeys.length === 0) return new Set();
  const isInRange = range
    ? sql`r.window_at >= ${isoOf(range.fromAt - MAX_EFFECT_MS)} and r.window_at < ${isoOf(range.toAt + MAX_EFFECT_MS)}`
    : undefined;
  const { rows } = await sql<{ plant_key: number }>`
    select p.key as plant_key from plants p
    where p.key = any(${plantKeys}::integer[]) and ${isUpdating(now, isInRange)}
  `.execute(db);
  return new Set(rows.map(({ plant_key }) => plant_key));
}

/** All plants whose energies are partial, usually few. */
export async function listAllUpdatingPlants(db: Db, now: number): Promise<number[]> {
  const { rows } = await sql<{ plant_key: number }>`
    select r.plant_key from rollup_marks r where ${isWaiting(now)}
    union
    select d.plant_key from day_recounts d
    union
    select p.key from pending_reports h
    join device_links l on l.device_id = h.gateway_id and l.to_at is null
    join plants p on p.id = l.plant_id
    where ${isAwaited(now)}`.execute(db);
  return rows.map(({ plant_key }) => plant_key);
}
