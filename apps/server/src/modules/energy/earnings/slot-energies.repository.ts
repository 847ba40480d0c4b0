import type { MeteringLevel } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import { daysRange, listZoneOffsets } from "@heliograph/solar";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import { PERIOD_LENGTH } from "./corrected-days.ts";
import type { SlotEnergy } from "./value-energies.ts";

/** A level that counts since an instant; sets are in order, and the first has no beginning. */
interface LevelSince {
  readonly validFrom: number;
  readonly level: MeteringLevel;
}

export interface SlotQuery {
  /** Plants with the same time zones and the same levels. */
  readonly plantKeys: readonly number[];
  readonly zones: PlantZones;
  readonly sets: readonly LevelSince[];
  /** Local days, both included. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly by: keyof typeof PERIOD_LENGTH;
  /** First days of the tariffs, in order; the first tariff also holds for earlier days. */
  readonly tariffDays: readonly string[];
  /**
   * For each of these tariffs, the quarter hour that stands for each of the day's in the result: the first with its price,
   * so that there are as many rows as prices. Each stands for itself by default.
   */
  readonly quarters?: readonly (readonly number[])[];
  /** Corrected days, whose energies count multiplied. */
  readonly dayFactors: readonly { readonly day: string; readonly factor: number }[];
}

const QUARTERS = Array.from({ length: 96 }, (_, quarter) => quarter);

/** No window has a later day. */
const LAST_DAY = "2149-06-06";

/**
 * Energies by plant, period, tariff, metering set and quarter hour of the local clock; periods with data only. The zone's
 * offsets come from here, since ClickHouse has another table of zones. They are multiples of 15 minutes, as the windows are.
 */
export async function sumSlotEnergies(clickhouse: ClickHouse, query: SlotQuery): Promise<SlotEnergy[]> {
  const range = daysRange(query.fromDay, query.toDay, query.zones);
  const offsets = listZoneOffsets(range, query.zones);
  const tariffCount = Math.max(1, query.tariffDays.length);
  return await clickhouse.query<SlotEnergy>(
    `with
      {offsetStarts:Array(DateTime)} as offset_starts,
      {offsetsS:Array(Int32)} as offsets,
      {lastDays:Array(Date)} as last_days,
      {levels:Array(String)} as levels,
      {levelStarts:Array(DateTime)} as level_starts,
      {tariffDays:Array(Date)} as tariff_days,
      transform(plant_day, {factorDays:Array(Date)}, {dayFactors:Array(Float64)}, 1.) as day_factor
    select
      plant as plantKey,
      substring(toString(plant_day), 1, {periodLength:UInt8}) as period,
      toUInt16(greatest(arrayLastIndex(day -> day <= plant_day, tariff_days), 1) - 1) as tariffIndex,
      toUInt16(counting_set - 1) as setIndex,
      {quarters:Array(UInt8)}[tariffIndex * 96 + intDiv(local_s % 86400, 900) + 1] as quarter,
      toUInt8(has({factorDays:Array(Date)}, plant_day)) as isCorrected,
      sum(energy_wh * day_factor) as energyWh
    from (
      select plant, energy_wh,
        arrayLastIndex(start -> start <= window_at, offset_starts) as offset_index,
        toInt64(toUnixTimestamp(window_at)) + offsets[offset_index] as local_s,
        least(toDate(toUInt16(intDiv(local_s, 86400))), last_days[offset_index]) as plant_day,
        arrayLastIndex(start -> start <= window_at, level_starts) as counting_set
      from plant_windows final
      where plant in {plantKeys:Array(UInt32)}
        and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}
        and toString(level) = levels[counting_set] and (unit_count > 0 or energy_wh > 0)
    )
    group by plant, period, tariffIndex, setIndex, quarter, isCorrected
    order by plant, period, tariffIndex, setIndex, quarter`,
    {
      plantKeys: query.plantKeys,
      ...range,
      periodLength: PERIOD_LENGTH[query.by],
      offsetStarts: offsets.map(({ fromAt }) => fromAt),
      offsetsS: offsets.map(({ offsetMs }) => offsetMs / 1000),
      lastDays: offsets.map(({ lastDay }) => lastDay ?? LAST_DAY),
      levels: query.sets.map(({ level }) => level),
      levelStarts: query.sets.map(({ validFrom }) => validFrom),
      tariffDays: query.tariffDays,
      // One after the other: lists of lists are refused.
      quarters: (query.quarters ?? Array.from({ length: tariffCount }, () => QUARTERS)).flat(),
      // No window has this day; lists without any element are refused.
      factorDays: ["1970-01-01", ...query.dayFactors.map(({ day }) => day)],
      dayFactors: [1, ...query.dayFactors.map(({ factor }) => factor)],
    },
  );
}
