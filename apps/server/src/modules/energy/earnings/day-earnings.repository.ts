import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { BarRange } from "../metering/bar-periods.service.ts";

/** A day whose earnings are missing, or belong to other energies or facts of the plant. */
export interface DueDay {
  readonly plantKey: number;
  readonly day: string;
  /** Of the energy of the day, ISO text. */
  readonly computedAt: string;
  /** What counts; the energy of a correction where the day has one. */
  readonly energyWh: number;
  readonly measuredWh: number;
  readonly isCorrected: 0 | 1;
}

/** Due days of plants, the plants in order; `facts` are hashes of what their earnings depend on beside the energies. */
export async function listDueDays(
  clickhouse: ClickHouse,
  plants: readonly { readonly plantKey: number; readonly facts: number }[],
): Promise<DueDay[]> {
  if (plants.length === 0) return [];
  return await clickhouse.query<DueDay>(
    `select d.plant as plantKey, toString(d.plant_day) as day, d.computed_at as computedAt, d.energy_wh as energyWh,
      d.measured_wh as measuredWh, d.is_corrected as isCorrected
    from (
      select plant, plant_day, computed_at, energy_wh, measured_wh, is_corrected
      from plant_days final where plant in {keys:Array(UInt32)}
    ) d
    left join (
      select plant, plant_day, computed_at, facts from plant_earnings_days final where plant in {keys:Array(UInt32)}
    ) e on e.plant = d.plant and e.plant_day = d.plant_day
    where e.computed_at != d.computed_at
      or e.facts != transform(d.plant, {keys:Array(UInt32)}, {facts:Array(UInt32)}, toUInt32(0))
    order by d.plant, d.plant_day`,
    { keys: plants.map(({ plantKey }) => plantKey), facts: plants.map(({ facts }) => facts) },
  );
}

/** Earnings of a plant's day; the amount is decimal text. */
export interface DayAmount extends Pick<DueDay, "plantKey" | "day" | "computedAt"> {
  readonly amount: string;
  readonly energyWh: number;
  readonly unpricedWh: number;
  readonly paidWh: number;
  readonly isEstimated: boolean;
  readonly facts: number;
}

export async function insertDayEarnings(clickhouse: ClickHouse, days: readonly DayAmount[]): Promise<void> {
  await clickhouse.insertRows(
    "plant_earnings_days",
    days.map((day) => ({
      plant: day.plantKey,
      plant_day: day.day,
      amount: day.amount,
      energy_wh: day.energyWh,
      unpriced_wh: day.unpricedWh,
      paid_wh: day.paidWh,
      is_estimated: day.isEstimated ? 1 : 0,
      facts: day.facts,
      computed_at: new Date(day.computedAt),
    })),
  );
}

export async function deleteDayEarnings(clickhouse: ClickHouse, plantKeys: readonly number[]): Promise<void> {
  await clickhouse.command(
    "alter table plant_earnings_days delete where plant in {plantKeys:Array(UInt32)} settings mutations_sync = 1",
    { plantKeys },
  );
}

/** Sum over days of one or more plants; the amount is decimal text. */
export interface AmountSum {
  readonly amount: string;
  readonly energyWh: number;
  readonly unpricedWh: number;
  /** Energy that the amount is for. */
  readonly paidWh: number;
  readonly isEstimated: 0 | 1;
}

const sums = `toString(sum(amount)) as amount, sum(energy_wh) as energyWh, sum(unpriced_wh) as unpricedWh,
  sum(paid_wh) as paidWh, max(is_estimated) as isEstimated`;
const inDays = "plant in {keys:Array(UInt32)} and plant_day between {fromDay:Date} and {toDay:Date}";
const PERIOD_LENGTH = { day: 10, month: 7, year: 4 } as const;

// ClickHouse limits the length of a query, in which each plant has up to eleven characters.
const KEYS_PER_QUERY = 15_000;

/** Days, both included, and the length of the periods they are summed by where they are. */
type DayRange = Pick<BarRange, "fromDay" | "toDay"> & Partial<Pick<BarRange, "by">>;

async function queryInParts<Row>(
  clickhouse: ClickHouse,
  text: string,
  { plantKeys, range }: { plantKeys: readonly number[]; range: DayRange },
): Promise<Row[]> {
  const parts: Promise<Row[]>[] = [];
  for (let index = 0; index < plantKeys.length; index += KEYS_PER_QUERY) {
    const keys = plantKeys.slice(index, index + KEYS_PER_QUERY);
    const { fromDay, toDay, by = "day" } = range;
    parts.push(clickhouse.query<Row>(text, { keys, fromDay, toDay, periodLength: PERIOD_LENGTH[by] }));
  }
  return (await Promise.all(parts)).flat();
}

/** Earnings of plants by period of a range; of many plants, the same period may be in it more than once. */
export const sumByPeriod = (
  clickhouse: ClickHouse,
  plantKeys: readonly number[],
  range: BarRange,
): Promise<(AmountSum & { readonly period: string })[]> =>
  queryInParts(
    clickhouse,
    `select substring(toString(plant_day), 1, {periodLength:UInt8}) as period, ${sums}
    from plant_earnings_days final where ${inDays} group by period order by period`,
    { plantKeys, range },
  );

/** Earnings by plant in a range; plants without data are absent. */
export const sumByPlant = (
  clickhouse: ClickHouse,
  plantKeys: readonly number[],
  range: DayRange,
): Promise<(AmountSum & { readonly plantKey: number })[]> =>
  queryInParts(
    clickhouse,
    `select plant as plantKey, ${sums} from plant_earnings_days final where ${inDays} group by plant`,
    { plantKeys, range },
  );

/** Earnings by plant and period of a range, in order. */
export const sumByPlantAndPeriod = (
  clickhouse: ClickHouse,
  plantKeys: readonly number[],
  range: BarRange,
): Promise<(AmountSum & { readonly plantKey: number; readonly period: string })[]> =>
  queryInParts(
    clickhouse,
    `select plant as plantKey, substring(toString(plant_day), 1, {periodLength:UInt8}) as period, ${sums}
    from plant_earnings_days final where ${inDays} group by plantKey, period order by plantKey, period`,
    { plantKeys, range },
  );
