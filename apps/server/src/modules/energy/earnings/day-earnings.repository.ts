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
  /** Any unit was measured on the day. */
  readonly hasData: 0 | 1;
}

/** Hashes of what the earnings of a plant's days depend on beside the energies: of all days, and of those without measured energy. */
interface DueFacts {
  readonly plantKey: number;
  readonly facts: number;
  readonly place: number;
}

/** Due days of plants, the plants in order. */
export async function listDueDays(clickhouse: ClickHouse, plants: readonly DueFacts[]): Promise<DueDay[]> {
  if (plants.length === 0) return [];
  return await clickhouse.query<DueDay>(
    `select d.plant as plantKey, toString(d.plant_day) as day, d.computed_at as computedAt, d.energy_wh as energyWh,
      d.measured_wh as measuredWh, d.is_corrected as isCorrected, d.window_count > 0 as hasData
    from (
      select plant, plant_day, computed_at, energy_wh, measured_wh, is_corrected, window_count
      from plant_days final where plant in {keys:Array(UInt32)}
    ) d
    left join (
      select plant, plant_day, computed_at, facts, place
      from plant_earnings_days final where plant in {keys:Array(UInt32)}
    ) e on e.plant = d.plant and e.plant_day = d.plant_day
    where e.computed_at != d.computed_at
      or e.facts != transform(d.plant, {keys:Array(UInt32)}, {facts:Array(UInt32)}, toUInt32(0))
      or (d.measured_wh = 0 and e.place != transform(d.plant, {keys:Array(UInt32)}, {places:Array(UInt32)}, toUInt32(0)))
    order by d.plant, d.plant_day`,
    {
      keys: plants.map(({ plantKey }) => plantKey),
      facts: plants.map(({ facts }) => facts),
      places: plants.map(({ place }) => place),
    },
  );
}

/** Earnings of a plant's day; the amount is decimal text. */
export interface DayAmount extends Pick<DueDay, "plantKey" | "day" | "computedAt"> {
  readonly amount: string;
  readonly energyWh: number;
  readonly unpricedWh: number;
  readonly paidWh: number;
  readonly isEstimated: boolean;
  /** False where the energy of the day is not known; such a day is in no sum. */
  readonly isKnown: boolean;
  readonly facts: number;
  readonly place: number;
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
      is_known: day.isKnown ? 1 : 0,
      facts: day.facts,
      place: day.place,
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
const inDays = "plant_day between {fromDay:Date} and {toDay:Date}";
/** Of plants; a day whose energy is not known is in no sum. */
const isOfPlants = "plant in {keys:Array(UInt32)} and is_known = 1";
const ofPlants = `${isOfPlants} and ${inDays}`;
/** First day of a period, and the length of its name: the year of a date, its month or all of it. */
const PERIODS = {
  day: { start: "plant_day", length: 10 },
  month: { start: "toStartOfMonth(plant_day)", length: 7 },
  year: { start: "toStartOfYear(plant_day)", length: 4 },
} as const;

// Names are made of the few periods rather than of every day.
function periodOf(by: BarRange["by"]) {
  const { start, length } = PERIODS[by];
  return { start, name: `substring(toString(${start}), 1, ${length})` };
}

// ClickHouse limits the length of a query, in which each plant has up to eleven characters.
const KEYS_PER_QUERY = 10_000;

/** Days, both included. */
type DayRange = Pick<BarRange, "fromDay" | "toDay">;

async function readInParts<Row>(
  plantKeys: readonly number[],
  read: (keys: readonly number[], from: number) => Promise<Row[]>,
): Promise<Row[]> {
  const parts: Promise<Row[]>[] = [];
  for (let from = 0; from < plantKeys.length; from += KEYS_PER_QUERY)
    parts.push(read(plantKeys.slice(from, from + KEYS_PER_QUERY), from));
  return (await Promise.all(parts)).flat();
}

/** Reads rows with `group`, the number of each plant's group, of plants in groups: one query reads the days of all of them. */
async function readGroups<Row>(
  clickhouse: ClickHouse,
  text: string,
  { groups, ...params }: { readonly groups: readonly (readonly number[])[] } & Record<string, unknown>,
): Promise<(Row & { readonly group: number })[]> {
  const numbers = groups.flatMap((keys, number) => keys.map(() => number));
  return await readInParts(groups.flat(), (keys, from) =>
    clickhouse.query(text, { ...params, keys, numbers: numbers.slice(from, from + keys.length) }),
  );
}
const groupOf = "transform(plant, {keys:Array(UInt32)}, {numbers:Array(UInt16)}, toUInt16(0))";

/** Earnings of groups of plants by period of a range; of many plants, the same period of a group may be in it more than once. */
export const sumGroupsByPeriod = (
  clickhouse: ClickHouse,
  groups: readonly (readonly number[])[],
  { by, fromDay, toDay }: BarRange,
): Promise<(AmountSum & { readonly group: number; readonly period: string })[]> =>
  readGroups(
    clickhouse,
    `select ${groupOf} as group, ${periodOf(by).name} as period, ${sums}
    from plant_earnings_days final where ${ofPlants} group by group, ${periodOf(by).start} order by period`,
    { groups, fromDay, toDay },
  );

/** Amounts of groups of plants by day of two ranges, in no order; the same day of a group may be in it more than once. */
export const sumGroupsByDay = (
  clickhouse: ClickHouse,
  groups: readonly (readonly number[])[],
  [one, other]: readonly [DayRange, DayRange],
): Promise<{ readonly group: number; readonly day: string; readonly amount: string }[]> =>
  readGroups(
    clickhouse,
    `select ${groupOf} as group, toString(plant_day) as day, toString(sum(amount)) as amount
    from plant_earnings_days final
    where ${isOfPlants} and (${inDays} or plant_day between {otherFromDay:Date} and {otherToDay:Date})
    group by group, plant_day`,
    { groups, ...one, otherFromDay: other.fromDay, otherToDay: other.toDay },
  );

/** Earnings by plant in a range; plants without data are absent. */
export const sumByPlant = (
  clickhouse: ClickHouse,
  plantKeys: readonly number[],
  { fromDay, toDay }: DayRange,
): Promise<(AmountSum & { readonly plantKey: number })[]> =>
  readInParts(plantKeys, (keys) =>
    clickhouse.query(
      `select plant as plantKey, ${sums} from plant_earnings_days final where ${ofPlants} group by plant`,
      { keys, fromDay, toDay },
    ),
  );

/** Earnings by plant and period of a range, in order. */
export const sumByPlantAndPeriod = (
  clickhouse: ClickHouse,
  plantKeys: readonly number[],
  { by, fromDay, toDay }: BarRange,
): Promise<(AmountSum & { readonly plantKey: number; readonly period: string })[]> =>
  readInParts(plantKeys, (keys) =>
    clickhouse.query(
      `select plant as plantKey, ${periodOf(by).name} as period, ${sums}
      from plant_earnings_days final where ${ofPlants} group by plant, ${periodOf(by).start} order by plantKey, period`,
      { keys, fromDay, toDay },
    ),
  );
