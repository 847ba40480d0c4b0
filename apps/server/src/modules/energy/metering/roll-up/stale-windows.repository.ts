import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import { MAX_SPREAD_MS, WINDOW_MS } from "../windows.ts";

/** Units in plants, over whole windows. */
export interface UnitSearch {
  readonly plantKeys: readonly number[];
  readonly deviceKeys: readonly number[];
  readonly range: InstantRange;
}

// A unit's window is stale when it counted more or fewer samples than there are now.
const staleWindows = `
  select plant, device, slot, window_at
  from (
    select
      plant, device, slot,
      toDateTime(intDiv(toUnixTimestamp64Milli(at), {windowMs:Int64}) * intDiv({windowMs:Int64}, 1000), 'UTC') as window_at,
      toInt64(count()) as difference
    from samples final prewhere plant in {plants:Array(UInt32)} and day between {fromDay:Date} and {toDay:Date}
      and device in {devices:Array(UInt32)} and at >= {fromAt:DateTime64(3)} and at < {toAt:DateTime64(3)}
    where eh is not null or power is not null
    group by plant, device, slot, window_at
    union all
    select plant, device, slot, window_at, -toInt64(sample_count)
    from unit_windows final
    where plant in {plants:Array(UInt32)} and device in {devices:Array(UInt32)} and origin = 'rollup'
      and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}
  )
  group by plant, device, slot, window_at
  having sum(difference) <> 0`;

/**
 * Windows of plants whose units counted other samples than there are now, and windows without a sample near them: growth
 * between two samples was spread over those.
 */
export async function listStaleWindows(
  clickhouse: ClickHouse,
  { plantKeys, deviceKeys, range }: UnitSearch,
): Promise<{ plantKey: number; windowAt: number }[]> {
  const rows = await clickhouse.query<{ plantKey: number; windowMs: string }>(
    `with stale as (${staleWindows}), unit as (
      select plant, device, slot, min(window_at) as first_at, max(window_at) as last_at from stale group by plant, device, slot
    )
    select plant as plantKey, toUnixTimestamp(window_at) * 1000 as windowMs from stale
    union distinct
    select w.plant, toUnixTimestamp(w.window_at) * 1000
    from (
      select plant, device, slot, window_at from unit_windows final
      where plant in {plants:Array(UInt32)} and device in {devices:Array(UInt32)} and origin = 'rollup'
        and window_at >= {nearFromAt:DateTime} and window_at < {nearToAt:DateTime}
        and sample_count = 0 and (energy_wh <> 0 or implausible_wh <> 0 or is_measured = 1)
    ) as w
    join unit as u on u.plant = w.plant and u.device = w.device and u.slot = w.slot
    where w.window_at >= u.first_at - {spreadS:UInt32} and w.window_at <= u.last_at + {spreadS:UInt32}`,
    {
      plants: plantKeys,
      devices: deviceKeys,
      ...range,
      fromDay: new Date(range.fromAt),
      toDay: new Date(range.toAt),
      nearFromAt: range.fromAt - MAX_SPREAD_MS,
      nearToAt: range.toAt + MAX_SPREAD_MS,
      spreadS: MAX_SPREAD_MS / 1000,
      windowMs: WINDOW_MS,
    },
  );
  return rows.map(({ plantKey, windowMs: at }) => ({ plantKey, windowAt: Number(at) }));
}
