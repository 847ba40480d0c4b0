import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";

/** Samples or windows of the units behind the gateways of a plant, row by row. A value that is NaN is none. */
export interface UnitReadings {
  /** Key of the slot, or minus that of the device without one. */
  readonly unit: Int32Array;
  /** Of the day, from 0. */
  readonly step: Uint16Array;
  readonly powerW: Float32Array;
  readonly voltageV: Float32Array;
  readonly currentA: Float32Array;
  readonly temperatureC: Float32Array;
  readonly signalDbm: Float32Array;
  /** 1 where the switch was open. */
  readonly isOpen: Uint8Array;
}

interface UnitDayInput {
  plantKey: number;
  range: InstantRange;
  stepMs: number;
}

const unitKey = "toInt32(if(slot = 0, -toInt64(device), toInt64(slot))) as unit";
const value = (column: string): string => `toFloat32(ifNull(${column}, toFloat32(nan)))`;

// Larger than by default: a day of 10,000 units is read a tenth faster in a few blocks than in two hundred.
const BLOCK_ROWS = 262_144;
const BLOCK_BYTES = 100_000_000;

interface SamplesInput extends UnitDayInput {
  /** Each unit's samples of a step as their mean: fewer rows where gateways report several times a step. */
  isGrouped: boolean;
  /** Of samples that were stored twice, and not merged yet, the last only. Takes the engine half as long again. */
  isFinal: boolean;
}

/** Samples of a day as blocks of rows. */
export async function listUnitSamples(
  clickhouse: ClickHouse,
  { plantKey, range, stepMs, isGrouped, isFinal }: SamplesInput,
): Promise<UnitReadings[]> {
  const mean = (column: string): string => value(isGrouped ? `avg(${column})` : column);
  return await clickhouse.queryColumns<UnitReadings>(
    `select
      unit,
      step,
      ${mean("watts")} as powerW,
      ${mean("volts")} as voltageV,
      ${mean("amperes")} as currentA,
      ${mean("tp")} as temperatureC,
      ${mean("rs")} as signalDbm,
      ${isGrouped ? "max(is_open)" : "is_open"} as isOpen
    from (
      select
        ${unitKey},
        toUInt16(intDiv(toUnixTimestamp64Milli(at) - {fromMs:Int64}, {stepMs:Int64})) as step,
        power as watts,
        coalesce(vi, vo) as volts,
        coalesce(ii, io) as amperes,
        tp,
        rs,
        toUInt8(ifNull(sw = 0, 0)) as is_open
      from samples ${isFinal ? "final" : ""}
      prewhere plant = {plantKey:UInt32} and day between {fromDay:Date} and {toDay:Date}
        and at >= {fromAt:DateTime64(3)} and at < {toAt:DateTime64(3)}
      where kind != 'DCON'
    )
    ${isGrouped ? "group by unit, step" : ""}
    settings max_block_size = ${BLOCK_ROWS}, preferred_block_size_bytes = ${BLOCK_BYTES}`,
    {
      plantKey,
      stepMs,
      ...range,
      fromMs: range.fromAt,
      fromDay: new Date(range.fromAt),
      toDay: new Date(range.toAt),
    },
  );
}

/** The same of the windows of the units, where no samples are kept. */
export async function listUnitWindows(
  clickhouse: ClickHouse,
  { plantKey, range, stepMs }: UnitDayInput,
): Promise<UnitReadings[]> {
  return await clickhouse.queryColumns<UnitReadings>(
    `select
      ${unitKey},
      toUInt16(intDiv(toUnixTimestamp(window_at) * 1000 - {fromMs:Int64}, {stepMs:Int64})) as step,
      ${value("power_avg_w")} as powerW,
      ${value("voltage_avg_v")} as voltageV,
      ${value("current_avg_a")} as currentA,
      ${value("temperature_max_c")} as temperatureC,
      toFloat32(nan) as signalDbm,
      toUInt8(0) as isOpen
    from unit_windows final
    where plant = {plantKey:UInt32} and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}
      and kind != 'DCON'`,
    { plantKey, stepMs, ...range, fromMs: range.fromAt },
  );
}

/** When a window of the plant in the range was computed last, as text; null without any. */
export async function findComputedAt(
  clickhouse: ClickHouse,
  { plantKey, range }: Pick<UnitDayInput, "plantKey" | "range">,
): Promise<string | null> {
  const [row] = await clickhouse.query<{ windows: string; computedAt: string }>(
    `select count() as windows, max(computed_at) as computedAt from plant_windows
    where plant = {plantKey:UInt32} and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}`,
    { plantKey, ...range },
  );
  return row === undefined || Number(row.windows) === 0 ? null : row.computedAt;
}
