import { sql } from "kysely";

/** Whether the operation with this id (a column) is a drill. */
export const isDrill = (operationId: string) =>
  sql`exists (select from safety_drills drill where drill.operation_id = ${sql.ref(operationId)})`;

/** Why an operation (alias `o`) was pressed; of a drill only its note: pages name the drill in their language. */
export const shownReason = sql<string>`coalesce(
  (select drill.note from safety_drills drill where drill.operation_id = o.id), o.reason
)`;

/** Lateral row of an operation (alias `o`): its units, and how many of them are reported open, closed or dark. */
export const unitCounts = sql`(
  select count(*)::int as units, count(*) filter (where u.state = 'open')::int as open,
    count(*) filter (where u.state = 'closed')::int as closed, count(*) filter (where u.is_dark)::int as dark
  from safety_units u where u.operation_id = o.id and u.left_at is null
)`;

/**
 * Seconds from the press of an operation (alias `o`) until everything that can be measured was proven; null when that never
 * happened.
 */
export const safeAfterS = sql`coalesce(extract(epoch from o.proven_at - o.accepted_at)::float8, (
  select extract(epoch from min(e.at) - o.accepted_at)::float8 from safety_ledger e
  where e.plant_id = o.plant_id and e.operation_id = o.id and e.kind = 'state'
    and e.detail::jsonb ->> 'to' in ('shut-down', 'normal')
))`;
