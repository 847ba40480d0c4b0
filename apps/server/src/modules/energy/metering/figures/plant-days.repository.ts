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

type DayRow = Omit<PlantDay, "isCorrected" | "hasData"> & {
  isCorrected: number;
  hasData: number;
};

/** What is to be said of a day's measured energy. */
export interface DayNote {
  readonly day: string;
  /** When the day was counted last, UTC. */
  readonly countedAt: string;
  readonly backfilledWh: number;
  readonly implausibleWh: number;
  readonly resets: number;
}

/** Days of a plant, both ends included, with energy that arrived late or was not counted, or with counter resets. */
export async function listDayNotes(
  clickhouse: ClickHouse,
  query: { readonly plantKey: number; readonly fromDay: string; readonly toDay: string },
): Promise<DayNote[]> {
  return await clickhouse.query<DayNote>(
    `select toString(plant_day) as day, concat(replaceOne(toString(computed_at), ' ', 'T'), 'Z') as countedAt,
      backfilled_wh as backfilledWh, implausible_wh as implausibleWh, resets
    from plant_days final
    where plant = {plantKey:UInt32} and plant_day between {fromDay:Date} and {toDay:Date}
      and (backfilled_wh > 0 or implausible_wh > 0 or resets > 0)
    order by plant_day`,
    query,
  );
}

const ONLY = { corrected: "is_corrected = 1", empty: "energy_wh = 0" } as const;

/** Counted days of plants, both ends included; only the corrected ones, or those without energy, if asked. */
export async function listPlantDays(
  clickhouse: ClickHouse,
  query: {
    readonly plantKeys: readonly number[];
    readonly fromDay: string;
    readonly toDay: string;
    readonly only?: keyof typeof ONLY | undefined;
  },
): Promise<PlantDay[]> {
  const { only, ...days } = query;
  if (query.plantKeys.length === 0) return [];
  const rows = await clickhouse.query<DayRow>(
    `select plant as plantKey, toString(plant_day) as day, energy_wh as energyWh, measured_wh as measuredWh,
      is_corrected as isCorrected, window_count > 0 as hasData
    from plant_days final
    where plant in {plantKeys:Array(UInt32)} and plant_day between {fromDay:Date} and {toDay:Date}
      and ${only === undefined ? "true" : ONLY[only]}
    order by plant, plant_day`,
    days,
  );
  return rows.map((row) => ({ ...row, isCorrected: row.isCorrected === 1, hasData: row.hasData === 1 }));
}
