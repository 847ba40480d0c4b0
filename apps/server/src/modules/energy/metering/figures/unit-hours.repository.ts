import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";

const HOUR_MS = 3_600_000;

/** Energy of a unit by the hours of a range; the last one may be shorter. */
export interface UnitHours {
  deviceKey: number;
  energyWh: number[];
  /** Whether the unit was heard in the hour. */
  isMeasured: boolean[];
}

const countHours = ({ fromAt, toAt }: InstantRange): number => Math.ceil((toAt - fromAt) / HOUR_MS);

/** Units of a plant with energies in a range that starts with a window; one without any is absent. */
export async function listUnitHours(
  clickhouse: ClickHouse,
  { plantKey, range }: { plantKey: number; range: InstantRange },
): Promise<UnitHours[]> {
  const hours = countHours(range);
  const rows = await clickhouse.query<{ deviceKey: number; energyWh: number[]; heard: number[] }>(
    `select
      device as deviceKey,
      sumResample(0, ${hours}, 1)(energy_wh, hour) as energyWh,
      maxResample(0, ${hours}, 1)(is_measured, hour) as heard
    from (
      select device, energy_wh, is_measured,
        intDiv(toUnixTimestamp(window_at) - {fromS:Int64}, 3600) as hour
      from unit_windows final
      where plant = {plantKey:UInt32} and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}
    )
    group by device`,
    { plantKey, ...range, fromS: range.fromAt / 1000 },
  );
  return rows.map(({ heard, ...row }) => ({ ...row, isMeasured: heard.map((value) => value > 0) }));
}
