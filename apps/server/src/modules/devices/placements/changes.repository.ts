import type { InstantRange } from "@heliograph/solar";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

/** A part of a device's past that belongs to another plant or slot than before; without an end it lasts. */
export interface LinkChange {
  readonly deviceId: string;
  readonly plantId: string;
  readonly fromAt: Date;
  readonly toAt?: Date;
}

/**
 * Notes changes for the placement job. A sample belongs to a plant while its unit and its gateway are both linked to it,
 * so the link of a gateway changes the units of its plant too. The gateways are found first: without statistics of a new
 * plant, the planner joins every device with every link of the plant.
 */
export async function recordChanges(trx: Transaction, changes: readonly LinkChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    with change as (
      select "deviceId", "plantId", "fromAt", coalesce("toAt", 'infinity') as "toAt"
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as c ("deviceId" uuid, "plantId" uuid, "fromAt" timestamptz, "toAt" timestamptz)
    ), gateway as materialized (
      select c.* from change c join devices d on d.id = c."deviceId" and d.type = 'DCON'
    ), touched as (
      select * from change
      union
      select l.device_id, c."plantId", c."fromAt", c."toAt"
      from gateway c join device_links l on l.plant_id = c."plantId" and l.from_at < c."toAt" and coalesce(l.to_at, 'infinity') > c."fromAt"
    )
    insert into placement_changes as p (device_id, from_at, to_at, plant_keys, changed_at, due_at)
    select t."deviceId", min(t."fromAt"), max(t."toAt"), array_agg(distinct plant.key), clock_timestamp(), clock_timestamp()
    from touched t join plants plant on plant.id = t."plantId"
    group by t."deviceId" order by t."deviceId"
    on conflict (device_id) do update set
      from_at = least(p.from_at, excluded.from_at), to_at = greatest(p.to_at, excluded.to_at),
      plant_keys = array(select distinct unnest(p.plant_keys || excluded.plant_keys)),
      changed_at = excluded.changed_at, due_at = excluded.due_at`.execute(trx);
}

/** A recent change of a device's links. */
export interface RecentChange {
  readonly sn: string;
  readonly isGateway: boolean;
  readonly plantKeys: readonly number[];
  /** As text: it tells a later change of the device from this one. */
  readonly changedAt: string;
}

/** Changes of the last seconds, by the clock of the database. They are stored for ten minutes at least. */
export async function listRecentChanges(db: Db, withinMs: number): Promise<RecentChange[]> {
  const { rows } = await sql<RecentChange>`
    select d.sn, d.type = 'DCON' as "isGateway", c.plant_keys as "plantKeys", c.changed_at::text as "changedAt"
    from placement_changes c join devices d on d.id = c.device_id
    where c.changed_at > clock_timestamp() - make_interval(secs => ${withinMs / 1000})`.execute(db);
  return rows;
}

/** A change as the job reads it. */
export interface DueChange {
  readonly deviceId: string;
  readonly deviceKey: number;
  readonly range: InstantRange;
  readonly plantKeys: readonly number[];
  readonly hasMoved: boolean;
  /** As text, since a Date would lose the microseconds that distinguish it from a later change. */
  readonly changedAt: string;
}

/** Changes that are due, those of one range next to each other. `until` is the end of those that last. */
export async function listDueChanges(
  db: Db,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<DueChange[]> {
  const { rows } = await sql<Omit<DueChange, "range"> & { fromAt: Date; toAt: Date }>`
    select c.device_id as "deviceId", d.key as "deviceKey", c.from_at as "fromAt",
      least(c.to_at, ${new Date(until)}::timestamptz) as "toAt", c.plant_keys as "plantKeys",
      c.has_moved as "hasMoved", c.changed_at::text as "changedAt"
    from placement_changes c join devices d on d.id = c.device_id
    where c.due_at <= ${new Date(now)} order by c.from_at, c.to_at, c.device_id limit ${limit}`.execute(db);
  return rows.map(({ fromAt, toAt, ...row }) => ({
    ...row,
    range: { fromAt: fromAt.getTime(), toAt: toAt.getTime() },
  }));
}

const listKeys = (changes: readonly DueChange[]) => sql`unnest(
  ${changes.map(({ deviceId }) => deviceId)}::uuid[], ${changes.map(({ changedAt }) => changedAt)}::timestamptz[]
) as done (device_id, changed_at)`;

/** Before the first row is moved: a process that ends afterwards must still see which windows to compute again. */
export async function saveMoved(db: Db, changes: readonly DueChange[]): Promise<void> {
  await sql`
    update placement_changes set has_moved = true
    where device_id = any(${changes.map(({ deviceId }) => deviceId)}::uuid[])`.execute(db);
}

/** Deletes the changes that have settled; the others are due again when they have. A newer change of a device stays. */
export async function finishChanges(
  db: Db,
  changes: readonly DueChange[],
  { now, settleMs }: { now: number; settleMs: number },
): Promise<void> {
  await sql`
    delete from placement_changes c using ${listKeys(changes)}
    where c.device_id = done.device_id and c.changed_at = done.changed_at
      and c.changed_at <= ${new Date(now - settleMs)}`.execute(db);
  await sql`
    update placement_changes c set due_at = c.changed_at + make_interval(secs => ${settleMs / 1000})
    from ${listKeys(changes)}
    where c.device_id = done.device_id and c.changed_at = done.changed_at`.execute(db);
}

// Arbitrary; must differ from the first key of every other advisory lock of this database.
const LOCK_CLASS = 71_002;

/** Whether no other process moves samples; held until the transaction ends. */
export async function lockPlacementJob(trx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK_CLASS}, 0) as "isOurs"`.execute(trx);
  return rows[0]?.isOurs ?? false;
}
