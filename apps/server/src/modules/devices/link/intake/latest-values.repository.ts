import type { ValueName } from "@heliograph/protocol";
import { MEASURED_VALUES } from "@heliograph/protocol";
import { sql } from "kysely";
import {
  encodeDoubleArray,
  encodeInstantArray,
  encodeRealArray,
} from "../../../../infra/postgres/binary-arrays.ts";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";

/** Latest values of a device by point name; null is not available. */
export type LatestValues = Partial<Record<ValueName, number | null>>;

/** A row of `latest_values`: the values of up to `MAX_BLOCK_UNITS` devices of one gateway. */
export interface StoredBlock {
  readonly id: number;
  readonly gatewayId: string;
  /** Increases with every change. */
  readonly version: number;
}

/** A device with its state and latest values. */
export interface StoredUnit {
  readonly deviceId: string;
  /** Where its values are, and the version they were read from; null before its first sample. */
  readonly blockId: number | null;
  readonly position: number | null;
  readonly version: number | null;
  readonly hasOnlineSince: boolean;
  readonly downAt: Date | null;
  readonly sampleAt: Date | null;
  readonly latest: LatestValues;
}

/** One device of a block: the time of its sample, epoch ms, and its values. */
export interface BlockUnit {
  readonly sampleAt: number;
  readonly latest: LatestValues;
}

/** All devices of a block, by position; undefined for a position that no device has. */
export interface BlockWrite {
  readonly id: number;
  /** The version it was read from: the block is not written if it has another one. */
  readonly version: number;
  readonly units: readonly (BlockUnit | undefined)[];
}

export interface StateWrite {
  readonly deviceId: string;
  readonly blockId: number;
  readonly position: number;
  /** Where it was; the row is not written if it has come to another block since. */
  readonly fromBlockId: number | null;
  /** Whether this sample is its first one or ends that it is down. */
  readonly isNewlyOnline: boolean;
  readonly unitStatus: number | null;
  readonly isClosed: boolean | null;
}

/** Rows of this size fit into half a page. */
export const MAX_BLOCK_UNITS = 80;

const points = MEASURED_VALUES.map(({ point }) => point);
const DOUBLE_POINTS: ReadonlySet<ValueName> = new Set(["eh"]);

export async function listBlocks(db: Db, gatewayIds: readonly string[]): Promise<StoredBlock[]> {
  const { rows } = await sql<StoredBlock>`
    select id, gateway_id as "gatewayId", version from latest_values
    where gateway_id = any(${gatewayIds}::uuid[]) order by id`.execute(db);
  return rows;
}

/** The devices, and those whose values are in the blocks; a device that was never reported has no block. */
export async function listUnits(
  db: Db,
  { deviceIds, blockIds }: { deviceIds: readonly string[]; blockIds: readonly number[] },
): Promise<StoredUnit[]> {
  const latest = points.map((point) => sql`${sql.lit(point)}::text, l.${sql.ref(point)}`);
  const { rows } = await sql<StoredUnit>`
    select d.id as "deviceId", s.block_id as "blockId", s.position, v.version,
      s.online_since is not null as "hasOnlineSince", s.down_at as "downAt", l.last_sample_at as "sampleAt",
      json_build_object(${sql.join(latest)}, 'st', l.unit_status, 'sw', l.is_closed::integer) as latest
    from devices d
    left join device_states s on s.device_id = d.id
    left join device_latest l on l.device_id = d.id
    left join latest_values v on v.id = s.block_id
    where d.id in (
      select unnest(${deviceIds}::uuid[])
      union select device_id from device_states where block_id = any(${blockIds}::integer[])
    )`.execute(db);
  return rows;
}

/** Creates an empty block for each of the gateways, which may be named several times; none for a deleted one. */
export async function insertBlocks(trx: Transaction, gatewayIds: readonly string[]): Promise<StoredBlock[]> {
  if (gatewayIds.length === 0) return [];
  const { rows } = await sql<StoredBlock>`
    insert into latest_values (gateway_id)
    select d.id from unnest(${gatewayIds}::uuid[]) as g (id) join devices d on d.id = g.id
    returning id, gateway_id as "gatewayId", version`.execute(trx);
  return rows;
}

/** Locks blocks until the end of the transaction; returns their versions. All writers lock in the same order. */
export async function lockBlocks(trx: Transaction, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from latest_values where id = any(${ids}::integer[]) order by id for update`.execute(
    trx,
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Of blocks that lost a device to another gateway: their writer reads them again. */
export async function increaseVersions(trx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update latest_values set version = version + 1 where id = any(${ids}::integer[])`.execute(trx);
}

const encodePoint = (units: readonly (BlockUnit | undefined)[], point: ValueName) => {
  const values = units.map((unit) => unit?.latest[point] ?? Number.NaN);
  return DOUBLE_POINTS.has(point)
    ? sql`${encodeDoubleArray(values)}::double precision[]`
    : sql`${encodeRealArray(values)}::real[]`;
};

/** Writes the blocks that still have the known version; returns their ids. */
export async function writeBlocks(db: Db, blocks: readonly BlockWrite[]): Promise<Set<number>> {
  if (blocks.length === 0) return new Set();
  // The same order as in `lockBlocks`, to prevent deadlocks.
  const sorted = [...blocks].sort((a, b) => a.id - b.id);
  const units = sorted.flatMap((block) => block.units);
  const lasts: number[] = [];
  for (const block of sorted) lasts.push((lasts.at(-1) ?? 0) + block.units.length);
  const firsts = sorted.map((block, index) => (lasts[index] as number) - block.units.length + 1);
  const columns = points.map((point) => sql.ref(point));
  // The values of all blocks are one array for each point, of which each row takes its part.
  const parts = points.map(
    (point) => sql`(${encodePoint(units, point)})[b.first : b.last] as ${sql.ref(point)}`,
  );
  const { rows } = await sql<{ id: number }>`
    update latest_values v set version = v.version + 1, sample_at = r.sample_at,
      ${sql.join(columns.map((column) => sql`${column} = r.${column}`))}
    from (
      select b.id, b.version,
        (${encodeInstantArray(units.map((unit) => unit?.sampleAt ?? 0))}::timestamptz[])[b.first : b.last] as sample_at,
        ${sql.join(parts)}
      from unnest(${sorted.map(({ id }) => id)}::integer[], ${sorted.map(({ version }) => version)}::integer[],
        ${firsts}::integer[], ${lasts}::integer[]) as b (id, version, first, last)
    ) r
    where v.id = r.id and v.version = r.version
    returning v.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Writes places and states of devices that are where they are expected; returns their ids. */
export async function writeStates(
  trx: Transaction,
  states: readonly StateWrite[],
  now: number,
): Promise<Set<string>> {
  const known = [...new Set(states.flatMap(({ fromBlockId }) => fromBlockId ?? []))];
  const { rows } = await sql<{ deviceId: string }>`
    insert into device_states as s (device_id, block_id, position, online_since, unit_status, is_closed)
    select d.id, r.block_id, r.position, case when r.is_newly_online then ${new Date(now)}::timestamptz end,
      r.unit_status, r.is_closed
    from unnest(
      ${states.map(({ deviceId }) => deviceId)}::uuid[], ${states.map(({ blockId }) => blockId)}::integer[],
      ${states.map(({ position }) => position)}::smallint[],
      ${states.map(({ isNewlyOnline }) => isNewlyOnline)}::boolean[],
      ${states.map(({ unitStatus }) => unitStatus)}::smallint[], ${states.map(({ isClosed }) => isClosed)}::boolean[]
    ) as r (device_id, block_id, position, is_newly_online, unit_status, is_closed)
    join devices d on d.id = r.device_id
    order by d.id
    on conflict (device_id) do update set
      block_id = excluded.block_id, position = excluded.position,
      unit_status = excluded.unit_status, is_closed = excluded.is_closed,
      online_since = coalesce(excluded.online_since, s.online_since),
      down_at = case when excluded.online_since is null then s.down_at end
    -- Known blocks are locked; one that is not is of a gateway that reported the device meanwhile.
    where s.block_id is null or s.block_id = any(${known}::integer[])
    returning device_id as "deviceId"`.execute(trx);
  return new Set(rows.map(({ deviceId }) => deviceId));
}

/** After a `down` event, which lasts until a newer sample; returns false if one is stored already. */
export async function writeDown(db: Db, deviceId: string, at: number): Promise<boolean> {
  const { rows } = await sql`
    insert into device_states as s (device_id, down_at) values (${deviceId}, ${new Date(at)})
    on conflict (device_id) do update set down_at = greatest(s.down_at, excluded.down_at)
    where not exists (
      select from device_latest l where l.device_id = s.device_id and l.last_sample_at >= excluded.down_at
    )
    returning device_id`.execute(db);
  return rows.length > 0;
}

/** After an `up` event. */
export async function writeUp(db: Db, deviceId: string, at: number): Promise<void> {
  await sql`
    update device_states set down_at = null, online_since = ${new Date(at)}
    where device_id = ${deviceId} and down_at < ${new Date(at)}`.execute(db);
}
