import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";

/** Energy of a plant's day. */
export interface PlantDay {
  readonly plantKey: number;
  readonly day: string;
  /** What counts: the energy of a correction where the day has one. */
  readonly energyWh: number;
  readonly measuredWh: number;
  readonly isCorrected: boolean;
  /** Any unit was measured on the day. */
  readonly hasData: boolean;
}

type DayRow = Omit<PlantDay, "isCorrected" | "hasData"> & { isCorrected: number; hasData: number };

/** Days of plants, both ends included, that have energies; only the corrected ones if asked. */
export async function listPlantDays(
  clickhouse: ClickHouse,
  query: {
    readonly plantKeys: readonly number[];
    readonly fromDay: string;
    readonly toDay: string;
    readonly onlyCorrected?: boolean;
  },
): Promise<PlantDay[]> {
  if (query.plantKeys.length === 0) return [];
  const rows = await clickhouse.query<DayRow>(
    `select plant as plantKey, toString(plant_day) as day, energy_wh as energyWh, measured_wh as measuredWh,
      is_corrected as isCorrected, window_count > 0 as hasData
    from plant_days final
    where plant in {plantKeys:Array(UInt32)} and plant_day between {fromDay:Date} and {toDay:Date}
      and (is_corrected = 1 or not {onlyCorrected:UInt8})
    order by plant, plant_day`,
    { ...query, onlyCorrected: query.onlyCorrected === true },
  );
  return rows.map((row) => ({ ...row, isCorrected: row.isCorrected === 1, hasData: row.hasData === 1 }));
}
