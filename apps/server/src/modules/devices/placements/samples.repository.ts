import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { RightPlace } from "./right-places.repository.ts";

/** Samples that belong to no plant are kept under this key: a link that is dated earlier takes them back. */
export const NO_PLANT_KEY = 0;

/** Samples of devices that may be stored under another plant or slot than their right one. */
export interface SampleSearch {
  /** Plants whose samples are searched. */
  readonly plantKeys: readonly number[];
  readonly deviceKeys: readonly number[];
  readonly range: InstantRange;
  readonly places: readonly RightPlace[];
}

const searched = `plant in {plants:Array(UInt32)} and day between {fromDay:Date} and {toDay:Date}
  and device in {devices:Array(UInt32)} and at >= {fromAt:DateTime64(3)} and at < {toAt:DateTime64(3)}`;

/** Right places as rows: an ASOF join finds the last one that begins at or before a sample. */
const places = `
  select place.1 as device, place.2 as gateway, place.3 as from_ms, place.4 as to_ms, place.5 as plant, place.6 as slot
  from (
    select arrayJoin(arrayZip(
      {placeDevices:Array(UInt32)}, {placeGateways:Array(UInt32)}, {placeFromMs:Array(Int64)}, {placeToMs:Array(Int64)},
      {placePlants:Array(UInt32)}, {placeSlots:Array(UInt32)}
    )) as place
  )`;

// Every version of a row, since some statements of metering read without FINAL. A sample beside every right place joins
// none (to_ms is 0), or one that has ended before it.
const misplaced = `
  select s.*, if(s.ms < p.to_ms, p.plant, ${NO_PLANT_KEY}) as right_plant, if(s.ms < p.to_ms, p.slot, 0) as right_slot
  from (select *, toUnixTimestamp64Milli(at) as ms from samples where ${searched}) as s
  asof left join (${places}) as p on s.device = p.device and s.gateway = p.gateway and s.ms >= p.from_ms
  where (s.plant, s.slot) <> (right_plant, right_slot)`;

function toParameters({ plantKeys, deviceKeys, range, places: right }: SampleSearch) {
  // The engine wants at least one entry to know the types; no device has the key 0.
  const rows = right.length > 0 ? right : [emptyPlace];
  return {
    plants: plantKeys,
    devices: deviceKeys,
    ...range,
    fromDay: new Date(range.fromAt),
    toDay: new Date(range.toAt),
    placeDevices: rows.map(({ deviceKey }) => deviceKey),
    placeGateways: rows.map(({ gatewayKey }) => gatewayKey),
    placeFromMs: rows.map(({ fromAt }) => fromAt),
    placeToMs: rows.map(({ toAt }) => toAt),
    placePlants: rows.map(({ plantKey }) => plantKey),
    placeSlots: rows.map(({ slotKey }) => slotKey),
  };
}

const emptyPlace: RightPlace = { deviceKey: 0, gatewayKey: 0, fromAt: 0, toAt: 0, plantKey: 0, slotKey: 0 };

/** How many samples are stored under a wrong place, and the range they are in. */
export async function findMisplaced(
  clickhouse: ClickHouse,
  search: SampleSearch,
): Promise<{ count: number; range: InstantRange } | undefined> {
  const [row] = await clickhouse.query<{ total: string; fromMs: string; toMs: string }>(
    `select count() as total, min(ms) as fromMs, max(ms) + 1 as toMs from (${misplaced})`,
    toParameters(search),
  );
  const count = Number(row?.total ?? 0);
  if (!row || count === 0) return undefined;
  return { count, range: { fromAt: Number(row.fromMs), toAt: Number(row.toMs) } };
}

/**
 * Moves samples to their right place: first copies them, then deletes those that have a copy there. A process that ends
 * in between, or a report that is stored meanwhile, leaves nothing behind that the next call does not find.
 */
export async function moveSamples(clickhouse: ClickHouse, search: SampleSearch): Promise<void> {
  const parameters = toParameters(search);
  await clickhouse.command(
    `insert into samples
    select m.* except (ms, right_plant, right_slot) replace (m.right_plant as plant, m.right_slot as slot)
    from (${misplaced}) as m`,
    parameters,
  );
  await clickhouse.command(
    `alter table samples delete where ${searched} and (plant, slot, device, at) in (
      select plant, slot, device, at from (${misplaced})
      where (right_plant, right_slot, device, at) in (select plant, slot, device, at from samples where ${searched})
    ) settings mutations_sync = 1`,
    parameters,
  );
}

/** Deletes every sample of plants that are deleted. */
export async function deleteSamplesOfPlants(
  clickhouse: ClickHouse,
  plantKeys: readonly number[],
): Promise<void> {
  await clickhouse.command(
    "alter table samples delete where plant in {plantKeys:Array(UInt32)} settings mutations_sync = 1",
    { plantKeys },
  );
}
