import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import { MAX_SPREAD_MS } from "../windows.ts";

/** What the AC meters of a plant's gateways counted on a day. */
export interface MeterEnergy {
  readonly plantKey: number;
  readonly energyWh: number;
  /**
   * Every meter was read before and after both ends of the day, close enough to know its growth in between, and its
   * counter neither fell nor rose impossibly.
   */
  readonly isComplete: boolean;
}

/** Energies by the AC meters of plants in a range; plants without a meter are absent. */
export async function listMeterEnergies(
  clickhouse: ClickHouse,
  { plantKeys, range }: { plantKeys: readonly number[]; range: InstantRange },
): Promise<MeterEnergy[]> {
  const rows = await clickhouse.query<Omit<MeterEnergy, "isComplete"> & { isComplete: number }>(
    `select plant as plantKey, sum(grown_wh) as energyWh, min(is_known) as isComplete
    from (
      with
        toUnixTimestamp(window_at) as start_s,
        toUnixTimestamp({fromAt:DateTime}) as from_s,
        toUnixTimestamp({toAt:DateTime}) as to_s,
        counter_last_wh is not null as is_read,
        start_s >= from_s and start_s < to_s as is_within,
        maxIf(start_s, is_read and start_s < from_s) as before_s,
        minIf(start_s, is_read and start_s >= from_s) as first_s,
        maxIf(start_s, is_read and start_s < to_s) as last_s,
        minIf(start_s, is_read and start_s >= to_s) as after_s
      select
        plant,
        sumIf(energy_wh, is_within) as grown_wh,
        before_s > 0 and after_s > 0 and first_s - before_s <= {spreadS:UInt32} and after_s - last_s <= {spreadS:UInt32}
          and countIf(is_within and (resets > 0 or implausible_wh > 0)) = 0 as is_known
      from unit_windows final
      where plant in {plantKeys:Array(UInt32)} and kind = 'DCON'
        and window_at >= {searchFromAt:DateTime} and window_at < {searchToAt:DateTime}
      group by plant, device, slot
      -- A meter that was added later says nothing about the day.
      having last_s > 0
    )
    group by plant order by plant`,
    {
      plantKeys,
      ...range,
      searchFromAt: range.fromAt - MAX_SPREAD_MS,
      searchToAt: range.toAt + MAX_SPREAD_MS,
      spreadS: MAX_SPREAD_MS / 1000,
    },
  );
  return rows.map((row) => ({ ...row, isComplete: row.isComplete === 1 }));
}
