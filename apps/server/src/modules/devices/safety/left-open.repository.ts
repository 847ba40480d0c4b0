import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

/**
 * Records the units of an operation that its release leaves open, or its device where no unit proves it; those that another
 * shutdown holds are left out.
 */
export async function insertLeftOpen(
  trx: Transaction,
  { operationId, at }: { operationId: string; at: Date },
): Promise<void> {
  await sql`
    insert into safety_left_open (operation_id, device_id, released_at)
    select o.id, coalesce(u.device_id, o.device_id), ${at}
    from safety_operations o left join safety_units u on u.operation_id = o.id and u.left_at is null
    where o.id = ${operationId} and u.state is distinct from 'closed' and not exists (
      select from safety_operations other left join safety_units held on held.operation_id = other.id and held.left_at is null
      where other.plant_id = o.plant_id and other.kind = 'shutdown' and other.ended_at is null
        and coalesce(u.device_id, o.device_id) in (held.device_id, other.device_id)
    )`.execute(trx);
}

/** A new operation of a plant, or of one of its devices, replaces what was left open there. */
export async function deleteReplaced(
  trx: Transaction,
  { operationId, plantId, deviceId }: { operationId: string; plantId: string; deviceId: string | null },
): Promise<void> {
  const isReplaced =
    deviceId === null
      ? sql`true`
      : sql`(l.device_id = ${deviceId} or o.device_id = ${deviceId} or l.device_id in (
          select u.device_id from safety_units u where u.operation_id = ${operationId}
        ))`;
  await sql`
    delete from safety_left_open l using safety_operations o
    where o.id = l.operation_id and o.plant_id = ${plantId} and ${isReplaced}`.execute(trx);
}

/** Deletes the units that were measured closed since their release; returns the ids of their plants. */
export async function deleteClosed(db: Db): Promise<string[]> {
  const { rows } = await sql<{ plantId: string }>`
    with closed as (
      delete from safety_left_open l using device_latest s
      where s.device_id = l.device_id and s.is_closed and s.last_sample_at > l.released_at
      returning l.operation_id
    )
    select distinct o.plant_id as "plantId" from closed join safety_operations o on o.id = closed.operation_id`.execute(
    db,
  );
  return rows.map(({ plantId }) => plantId);
}

/** How many devices of a plant, or of one of its strings, a release has left open, of those that are listed there. */
export async function countLeftOpen(
  db: Db,
  { plantId, stringId }: { plantId: string; stringId?: string },
): Promise<number> {
  const isCounted =
    stringId === undefined ? sql`true` : sql`${stringId}::uuid in (linked.device_id, linked.parent_id)`;
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from safety_operations o join safety_left_open opened on opened.operation_id = o.id
    join device_links l on l.device_id = o.device_id and l.plant_id = o.plant_id and l.to_at is null
    join device_links linked on linked.device_id = opened.device_id and linked.plant_id = o.plant_id and linked.to_at is null
    where o.plant_id = ${plantId} and ${isCounted}`.execute(db);
  return rows[0]?.total ?? 0;
}
