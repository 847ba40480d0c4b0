import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";

/** The roll-up follows live reports within this time; totals that wait longer are partial. */
const LIVE_DELAY_MS = 45_000;
/** A window that began this long ago ended five minutes ago: a mark on it means late data. */
const LATE_AFTER_MS = 20 * 60_000;
/** Reports that waited this long for their gateway's birth will not get it. */
const MAX_PENDING_MS = 10 * 60_000;

const isoOf = (at: number): string => new Date(at).toISOString();

/** Late marks, or marks of live reports that wait long, on `r` (rollup_marks). */
export const isWaiting = (now: number): RawBuilder<boolean> => sql<boolean>`(
  r.window_at < ${isoOf(now - LATE_AFTER_MS)}
  or r.pending_since < clock_timestamp() - make_interval(secs => ${LIVE_DELAY_MS / 1000})
)`;

/** Reports that wait for their gateway's birth, on `h` (pending_reports). */
export const isAwaited = (now: number): RawBuilder<boolean> => sql<boolean>`(
  h.reason = 'unknown-rev' and h.received_at > ${isoOf(now - MAX_PENDING_MS)}
)`;

/** Whether the energies of a plant `p` are partial, by days to be counted again and by its marks that meet a condition on `r`. */
export const isUpdating = (
  now: number,
  isRelevant: RawBuilder<unknown> = sql`true`,
): RawBuilder<boolean> => sql<boolean>`(
  exists (select from day_recounts d where d.plant_key = p.key)
  or exists (select from rollup_marks r where r.plant_key = p.key and ${isRelevant} and ${isWaiting(now)})
  or exists (
    select from device_links l join pending_reports h on h.gateway_id = l.device_id
    where l.plant_id = p.id and l.to_at is null and l.parent_id is null and ${isAwaited(now)}
  )
)`;
