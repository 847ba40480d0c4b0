import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { MeteringSet } from "../metering-sets.ts";
import { WINDOW_MS } from "../windows.ts";

const DAY_MS = 86_400_000;

/** A UTC day with a bit for each of its 96 windows with data, 32 in each part. */
interface QuartersRow {
  readonly plantKey: number;
  readonly day: number;
  readonly first: number;
  readonly second: number;
  readonly third: number;
}

/** Windows of a plant with data. */
export interface MeasuredWindows {
  has(windowAt: number): boolean;
}

/**
 * Windows that have data of the level that counted at their time, of plants with the same levels by key. Years of them are
 * as many rows as days.
 */
export async function listMeasuredQuarters(
  clickhouse: ClickHouse,
  query: {
    readonly plantKeys: readonly number[];
    readonly meteringSets: readonly MeteringSet[];
    readonly range: InstantRange;
  },
): Promise<(plantKey: number) => MeasuredWindows> {
  const rows = await clickhouse.query<QuartersRow>(
    `with
      {levels:Array(String)} as levels,
      {levelStarts:Array(DateTime)} as level_starts,
      toUInt8(intDiv(toUnixTimestamp(window_at) % 86400, 900)) as quarter,
      bitShiftLeft(toUInt32(1), quarter % 32) as bit
    select
      plant as plantKey,
      toUInt16(toDate(window_at)) as day,
      groupBitOr(if(quarter < 32, bit, 0)) as first,
      groupBitOr(if(quarter >= 32 and quarter < 64, bit, 0)) as second,
      groupBitOr(if(quarter >= 64, bit, 0)) as third
    from plant_windows final
    where plant in {plantKeys:Array(UInt32)} and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}
      and toString(level) = levels[arrayLastIndex(start -> start <= window_at, level_starts)] and unit_count > 0
    group by plant, day`,
    {
      plantKeys: query.plantKeys,
      ...query.range,
      levels: query.meteringSets.map(({ level }) => level),
      levelStarts: query.meteringSets.map(({ validFrom }) => validFrom),
    },
  );
  const byPlant = Map.groupBy(rows, ({ plantKey }) => plantKey);
  return (plantKey) => {
    const own = byPlant.get(plantKey) ?? [];
    const byDay = new Map(own.map(({ day, first, second, third }) => [day, [first, second, third]]));
    return {
      has(windowAt) {
        const quarter = (windowAt % DAY_MS) / WINDOW_MS;
        const bits = byDay.get(Math.floor(windowAt / DAY_MS))?.[quarter >> 5] ?? 0;
        return ((bits >>> (quarter & 31)) & 1) === 1;
      },
    };
  };
}
