import type { InstantRange } from "@heliograph/solar";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../../infra/postgres/database.ts";

/** The roll-up follows live reports within this time; totals that wait longer are partial. */
const LIVE_DELAY_MS = 45_000;
/** A window that began this long ago ended five minutes ago: a mark on it means late data. */
const LATE_AFTER_MS = 20 * 60_000;
/** Reports that waited this long for their gateway's birth will not get it. */
const MAX_PENDING_MS = 10 * 60_000;
/** A sample affects the windows up to the next sample of its unit, at most this far. */
const MAX_EFFECT_MS = 86_400_000;

const isoOf = (at: number): string => new Date(at).toISOString();

/** Late marks, or marks of live reports that wait long, on `r` (rollup_marks). */
const isWaiting = (now: number): RawBuilder<boolean> => sql<boolean>`(
  r.window_at < ${isoOf(now - LATE_AFTER_MS)}
  or r.pending_since < clock_timestamp() - make_interval(secs => ${LIVE_DELAY_MS / 1000})
)`;

/** Reports that wait for their gateway's birth, on `h` (pending_reports). */
const isAwaited = (now: number): RawBuilder<boolean> => sql<boolean>`(
  h.reason = 'unknown-rev' and h.received_at > ${isoOf(now - MAX_PENDING_MS)}
)`;

/**
 * Plants whose energies are partial: the roll-up has not counted late reports yet, it is behind with live ones, or reports
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
    : sql`true`;
  const { rows } = await sql<{ plant_key: number }>`
    select wanted.plant_key from unnest(${plantKeys}::integer[]) as wanted (plant_key)
    where exists (
      select from rollup_marks r where r.plant_key = wanted.plant_key and ${isInRange} and ${isWaiting(now)}
    ) or exists (
      select from plants p
      join device_links l on l.plant_id = p.id and l.to_at is null
      join pending_reports h on h.gateway_id = l.device_id
      where p.key = wanted.plant_key and ${isAwaited(now)}
    )
  `.execute(db);
  return new Set(rows.map(({ plant_key }) => plant_key));
}

/** All plants whose energies are partial, usually few. */
export async function listAllUpdatingPlants(db: Db, now: number): Promise<number[]> {
  const { rows } = await sql<{ plant_key: number }>`
    select r.plant_key from rollup_marks r where ${isWaiting(now)}
    union
    select p.key from pending_reports h
    join device_links l on l.device_id = h.gateway_id and l.to_at is null
    join plants p on p.id = l.plant_id
    where ${isAwaited(now)}`.execute(db);
  return rows.map(({ plant_key }) => plant_key);
}
