import {
  CURRENT_SCALE,
  SIGNAL_OFFSET,
  SIGNAL_SCALE,
  TEMPERATURE_OFFSET,
  TEMPERATURE_SCALE,
  VOLTAGE_SCALE,
} from "@heliograph/contract/layout-day";
import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import { createRowReader } from "../../../../infra/clickhouse/row-reader.ts";

/** Counts of one unit by step as in a day file: 0 without a value. */
export interface UnitDayRow {
  /** Key of the slot, or minus that of the device without one. */
  readonly unit: number;
  readonly powerScale: number;
  readonly power: Uint16Array;
  readonly voltage: Uint16Array;
  readonly current: Uint16Array;
  readonly temperature: Uint16Array;
  readonly signal: Uint16Array;
  /** Steps in which its switch was open. */
  readonly open: Uint16Array;
}

interface UnitDayInput {
  plantKey: number;
  range: InstantRange;
  stepMs: number;
}

// A count has 16 bits, which is 32 kW in steps of half a watt; stations and combiners beyond it get steps of 50 W.
const FINE_W = 0.5;
const COARSE_W = 50;

const means = (value: string, steps: number): string =>
  `avgIfResample(0, ${steps}, 1)(ifNull(${value}, 0), ${value} is not null, step)`;

const counts = (array: string, scale: string, offset = 0): string =>
  `arrayMap(v -> toUInt16(if(isNaN(v), 0, least(greatest(round((v - ${offset}) / ${scale}), 0), 65534) + 1)), ${array})`;

/** As `toUnitDays` reads them. */
const unitCounts = `
  unit,
  toFloat64(powerScale),
  ${counts("powers", "powerScale")} as power,
  ${counts("voltages", String(VOLTAGE_SCALE))} as voltage,
  ${counts("currents", String(CURRENT_SCALE))} as current,
  ${counts("temperatures", String(TEMPERATURE_SCALE), TEMPERATURE_OFFSET)} as temperature,
  ${counts("signals", String(SIGNAL_SCALE), SIGNAL_OFFSET)} as signal,
  open`;

function toUnitDays(result: Uint8Array): UnitDayRow[] {
  const rows: UnitDayRow[] = [];
  const { hasMore, readInt64, readFloat64, readUint16Array } = createRowReader(result);
  while (hasMore())
    rows.push({
      unit: readInt64(),
      powerScale: readFloat64(),
      power: readUint16Array(),
      voltage: readUint16Array(),
      current: readUint16Array(),
      temperature: readUint16Array(),
      signal: readUint16Array(),
      open: readUint16Array(),
    });
  return rows;
}

const unitKey = "if(slot = 0, -toInt64(device), toInt64(slot)) as unit";
const powerScale = (top: string): string =>
  `if(ifNull(max(${top}), 0) > ${FINE_W * 65_000}, ${COARSE_W}, ${FINE_W}) as powerScale`;

/** Means of the samples of all units behind the gateways by step; the units without samples are absent. */
export async function listUnitDays(clickhouse: ClickHouse, input: UnitDayInput): Promise<UnitDayRow[]> {
  const { plantKey, range, stepMs } = input;
  const steps = Math.ceil((range.toAt - range.fromAt) / stepMs);
  const result = await clickhouse.queryBinary(
    `select ${unitCounts} from (
      select
        ${unitKey},
        ${powerScale("power")},
        ${means("power", steps)} as powers,
        ${means("coalesce(vi, vo)", steps)} as voltages,
        ${means("coalesce(ii, io)", steps)} as currents,
        ${means("tp", steps)} as temperatures,
        ${means("rs", steps)} as signals,
        arraySort(groupUniqArrayIf(toUInt16(step), ifNull(sw = 0, 0))) as open
      from (
        select *, power, intDiv(toUnixTimestamp64Milli(at) - {fromMs:Int64}, {stepMs:Int64}) as step
        from samples final
        prewhere plant = {plantKey:UInt32} and day between {fromDay:Date} and {toDay:Date}
          and at >= {fromAt:DateTime64(3)} and at < {toAt:DateTime64(3)}
        where kind != 'DCON'
      )
      group by unit
    ) order by unit`,
    {
      plantKey,
      stepMs,
      ...range,
      fromMs: range.fromAt,
      fromDay: new Date(range.fromAt),
      toDay: new Date(range.toAt),
    },
  );
  return toUnitDays(result);
}

/** The same from the windows of the units, where no samples are kept. */
export async function listUnitWindowDays(
  clickhouse: ClickHouse,
  { plantKey, range, stepMs }: UnitDayInput,
): Promise<UnitDayRow[]> {
  const steps = Math.ceil((range.toAt - range.fromAt) / stepMs);
  const result = await clickhouse.queryBinary(
    `select ${unitCounts} from (
      select
        ${unitKey},
        ${powerScale("power_avg_w")},
        ${means("power_avg_w", steps)} as powers,
        ${means("voltage_avg_v", steps)} as voltages,
        ${means("current_avg_a", steps)} as currents,
        ${means("temperature_max_c", steps)} as temperatures,
        arrayWithConstant(${steps}, nan) as signals,
        emptyArrayUInt16() as open
      from (
        select *, intDiv(toUnixTimestamp(window_at) * 1000 - {fromMs:Int64}, {stepMs:Int64}) as step
        from unit_windows final
        where plant = {plantKey:UInt32} and window_at >= {fromAt:DateTime} and window_at < {toAt:DateTime}
          and kind != 'DCON'
      )
      group by unit
    ) order by unit`,
    { plantKey, stepMs, ...range, fromMs: range.fromAt },
  );
  return toUnitDays(result);
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
