import type { MeteringLevel } from "@heliograph/contract";
import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";

/**
 * Counted energy of a plant on its own calendar; backfilled and estimated are parts of today's figure, implausible is
 * not in it.
 */
export interface EnergyTotals {
  todayWh: number;
  monthWh: number;
  yearWh: number;
  totalWh: number;
  backfilledTodayWh: number;
  estimatedTodayWh: number;
  implausibleTodayWh: number;
  resetsToday: number;
  /** First local day with data. */
  firstDay: string | null;
}

interface TotalsRow extends Omit<EnergyTotals, "firstDay" | "resetsToday"> {
  plant: number;
  resetsToday: string;
  firstDay: string;
  hasData: number;
}

/** One query however many plants; a plant without any day is absent. `today` is each plant's own. */
export async function readEnergyTotals(
  clickhouse: ClickHouse,
  plants: readonly { key: number; today: string }[],
): Promise<Map<number, EnergyTotals>> {
  if (plants.length === 0) return new Map();
  const rows = await clickhouse.query<TotalsRow>(
    `with transform(plant, {keys:Array(UInt32)}, {todays:Array(Date)}, toDate(0)) as today
    select
      plant,
      sumIf(energy_wh, plant_day = today) as todayWh,
      sumIf(energy_wh, plant_day >= toStartOfMonth(today)) as monthWh,
      sumIf(energy_wh, plant_day >= toStartOfYear(today)) as yearWh,
      sum(energy_wh) as totalWh,
      sumIf(backfilled_wh, plant_day = today) as backfilledTodayWh,
      sumIf(estimated_wh, plant_day = today) as estimatedTodayWh,
      sumIf(implausible_wh, plant_day = today) as implausibleTodayWh,
      sumIf(resets, plant_day = today) as resetsToday,
      minIf(plant_day, window_count > 0) as firstDay,
      max(window_count) > 0 as hasData
    from plant_days final
    where plant in {keys:Array(UInt32)}
    group by plant`,
    { keys: plants.map(({ key }) => key), todays: plants.map(({ today }) => today) },
  );
  return new Map(
    rows.map(({ plant, resetsToday, firstDay, hasData, ...figures }) => [
      plant,
      { ...figures, resetsToday: Number(resetsToday), firstDay: hasData ? firstDay : null },
    ]),
  );
}

/** Windows of a plant at its level. */
export interface RecentWindows {
  /** Starts of the measured windows of its day. */
  readonly measured: readonly number[];
  /** Energy by UTC hour, in hours since 1970; hours without any are absent. */
  readonly hoursWh: ReadonlyMap<number, number>;
}

/** Windows of each plant by its key: the measured ones from `fromAt`, and the energies from the hour that contains `hoursFromAt`. */
export async function listRecentWindows(
  clickhouse: ClickHouse,
  plants: readonly { key: number; level: MeteringLevel; fromAt: number }[],
  hoursFromAt: number,
): Promise<Map<number, RecentWindows>> {
  if (plants.length === 0) return new Map();
  const rows = await clickhouse.query<{ plant: number; startsS: string[]; hours: [number[], number[]] }>(
    `with
      transform(plant, {keys:Array(UInt32)}, {levels:Array(String)}, '') as own_level,
      transform(plant, {keys:Array(UInt32)}, {starts:Array(UInt32)}, toUInt32(0)) as own_start,
      toUnixTimestamp(window_at) as start_s
    select plant,
      groupArrayIf(toString(start_s), unit_count > 0 and start_s >= own_start) as startsS,
      sumMapIf([intDiv(start_s, 3600)], [energy_wh], window_at >= {hoursFromAt:DateTime}) as hours
    from plant_windows final
    where plant in {keys:Array(UInt32)} and window_at >= {firstAt:DateTime}
      and (unit_count > 0 or energy_wh > 0) and toString(level) = own_level
    group by plant`,
    {
      keys: plants.map(({ key }) => key),
      levels: plants.map(({ level }) => level),
      starts: plants.map(({ fromAt }) => fromAt / 1000),
      firstAt: Math.min(hoursFromAt, ...plants.map(({ fromAt }) => fromAt)),
      hoursFromAt,
    },
  );
  return new Map(
    rows.map(({ plant, startsS, hours: [hours, sums] }) => [
      plant,
      {
        measured: startsS.map((start) => Number(start) * 1000),
        hoursWh: new Map(hours.map((hour, index) => [hour, sums[index] as number])),
      },
    ]),
  );
}

export type BarPeriod = "day" | "week" | "month" | "year";

export interface PeriodEnergy {
  period: string;
  energyWh: number;
  backfilledWh: number;
  estimatedWh: number;
  implausibleWh: number;
  resets: number;
  isDemo: boolean;
  /** Days whose energy is that of a correction; the other figures but measuredWh leave them out. */
  correctedDays: number;
  /** Energy without corrections. */
  measuredWh: number;
}

const periodOf: Record<BarPeriod, string> = {
  day: "toString(plant_day)",
  // Weeks of ISO 8601, which begin on Monday: 2026-W09.
  week: "formatDateTime(plant_day, '%G-W%V')",
  month: "substring(toString(plant_day), 1, 7)",
  year: "substring(toString(plant_day), 1, 4)",
};

/** Energy of a plant by local day, week, month or year, periods with data only; days from `fromDay` to `toDay`, both included. */
export async function sumByPeriod(
  clickhouse: ClickHouse,
  input: { plantKey: number; by: BarPeriod; fromDay: string; toDay: string },
): Promise<PeriodEnergy[]> {
  const rows = await clickhouse.query<
    Omit<PeriodEnergy, "resets" | "isDemo"> & { resets: string; isDemo: number }
  >(
    `select
      ${periodOf[input.by]} as period,
      sum(energy_wh) as energyWh,
      sum(measured_wh) as measuredWh,
      sumIf(backfilled_wh, is_corrected = 0) as backfilledWh,
      sumIf(estimated_wh, is_corrected = 0) as estimatedWh,
      sumIf(implausible_wh, is_corrected = 0) as implausibleWh,
      sumIf(resets, is_corrected = 0) as resets,
      toUInt32(countIf(is_corrected = 1)) as correctedDays,
      max(is_demo) as isDemo
    from plant_days final
    where plant = {plantKey:UInt32} and plant_day between {fromDay:Date} and {toDay:Date}
      and (window_count > 0 or energy_wh > 0 or is_corrected = 1)
    group by period order by period`,
    { plantKey: input.plantKey, fromDay: input.fromDay, toDay: input.toDay },
  );
  return rows.map((row) => ({ ...row, resets: Number(row.resets), isDemo: row.isDemo === 1 }));
}

/** One 15-minute window of a plant's level; an unmeasured one may still carry estimated energy. */
export interface PlantWindow {
  at: number;
  energyWh: number;
  backfilledWh: number;
  estimatedWh: number;
  implausibleWh: number;
  resets: number;
  isMeasured: boolean;
  isDemo: boolean;
}

interface WindowRow {
  at: string;
  energyWh: number;
  backfilledWh: number;
  estimatedWh: number;
  implausibleWh: number;
  resets: number;
  isMeasured: number;
  isDemo: number;
}

/** Windows of a plant's level in a range. Their rows are few: a second thread costs more than it reads. */
export async function listPlantWindows(
  clickhouse: ClickHouse,
  input: { plantKey: number; level: MeteringLevel; range: InstantRange },
): Promise<PlantWindow[]> {
  const rows = await clickhouse.query<WindowRow>(
    `select
      toString(toUnixTimestamp(window_at)) as at,
      energy_wh as energyWh,
      backfilled_wh as backfilledWh,
      estimated_wh as estimatedWh,
      implausible_wh as implausibleWh,
      resets,
      unit_count > 0 as isMeasured,
      is_demo as isDemo
    from plant_windows final
    where plant = {plantKey:UInt32} and level = {level:String}
      and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}
      and (unit_count > 0 or energy_wh > 0)
    order by window_at
    settings max_threads = 1`,
    { plantKey: input.plantKey, level: input.level, ...input.range },
  );
  return rows.map((row) => ({
    ...row,
    at: Number(row.at) * 1000,
    isMeasured: row.isMeasured === 1,
    isDemo: row.isDemo === 1,
  }));
}

/** Whether any unit of the plant reported before an instant. */
export async function hasWindowsBefore(
  clickhouse: ClickHouse,
  plantKey: number,
  at: number,
): Promise<boolean> {
  const rows = await clickhouse.query(
    `select 1 as found from plant_windows
    where plant = {plantKey:UInt32} and window_at < {at:DateTime} and unit_count > 0 limit 1`,
    { plantKey, at },
  );
  return rows.length > 0;
}

/** Implausible energy of a device's counter in the windows that a range touches, in a plant. */
export async function sumImplausible(
  clickhouse: ClickHouse,
  input: { plantKey: number; deviceKey: number; range: InstantRange },
): Promise<number> {
  const { range, ...keys } = input;
  const [row] = await clickhouse.query<{ implausibleWh: number }>(
    `select sum(implausible_wh) as implausibleWh from unit_windows final
    where plant = {plantKey:UInt32} and device = {deviceKey:UInt32}
      and window_at >= toStartOfFifteenMinutes({fromAt:DateTime}) and window_at < {toAt:DateTime}`,
    { ...keys, ...range },
  );
  return row?.implausibleWh ?? 0;
}
