import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../infra/clickhouse/clickhouse.ts";

// Conditions on the sort key alone: beside FINAL only those may be read first, and only when it is said.
const inRange = `plant = {plantKey:UInt32} and day between {fromDay:Date} and {toDay:Date}
  and at >= {fromAt:DateTime64(3)} and at < {toAt:DateTime64(3)}`;

const days = ({ fromAt, toAt }: InstantRange) => ({ fromDay: new Date(fromAt), toDay: new Date(toAt) });

export interface StepsInput {
  plantKey: number;
  range: InstantRange;
  kinds: readonly string[];
  stepMs: number;
  /** For how many steps after its own a unit's power still stands when it has not reported again. */
  bridgedSteps: number;
}

/**
 * Power of a plant by step: each unit's mean in the step, summed. A step in which no unit was heard is absent.
 * Key: number of the step from the start of the range.
 */
export async function readPowerBySteps(
  clickhouse: ClickHouse,
  { plantKey, range, kinds, stepMs, bridgedSteps }: StepsInput,
): Promise<Map<number, number>> {
  const fromAt = range.fromAt - bridgedSteps * stepMs;
  const rows = await clickhouse.query<{ step: string; powerW: number }>(
    `select held_step as step, sum(unit_power_w) as powerW
    from (
      select
        unit_step,
        unit_power_w,
        leadInFrame(unit_step, 1, 1000000) over (
          partition by device, slot order by unit_step rows between current row and 1 following
        ) as next_step
      from (
        select
          device,
          slot,
          intDiv(toUnixTimestamp64Milli(at) - {readFromMs:Int64}, {stepMs:Int64}) - {bridgedSteps:Int64} as unit_step,
          avg(power) as unit_power_w
        from samples final prewhere ${inRange}
        where toString(kind) in {kinds:Array(String)} and power is not null
        group by device, slot, unit_step
      )
    )
    array join range(unit_step, least(next_step, unit_step + 1 + {bridgedSteps:Int64})) as held_step
    where held_step >= 0 and held_step < {stepCount:Int64}
    group by held_step`,
    {
      plantKey,
      kinds,
      stepMs,
      bridgedSteps,
      fromAt,
      readFromMs: fromAt,
      toAt: range.toAt,
      ...days({ fromAt, toAt: range.toAt }),
      stepCount: Math.ceil((range.toAt - range.fromAt) / stepMs),
    },
  );
  return new Map(rows.map(({ step, powerW }) => [Number(step), powerW]));
}

/** Irradiance in the plane of the modules (W/m²) and air temperature (°C) as the plant's gateways measured them. */
export interface MeasuredWeather {
  irradianceWm2: number;
  ambientC: number | null;
}

/** Means over the gateways by step; steps without irradiance are absent. */
export async function readWeatherBySteps(
  clickhouse: ClickHouse,
  { plantKey, range, stepMs }: Pick<StepsInput, "plantKey" | "range" | "stepMs">,
): Promise<Map<number, MeasuredWeather>> {
  const rows = await clickhouse.query<MeasuredWeather & { step: string }>(
    `select
      intDiv(toUnixTimestamp64Milli(at) - {fromMs:Int64}, {stepMs:Int64}) as step,
      avg(gi) as irradianceWm2,
      avg(ta) as ambientC
    from samples final prewhere ${inRange}
    where kind = 'DCON' and gi is not null
    group by step`,
    { plantKey, stepMs, ...range, ...days(range), fromMs: range.fromAt },
  );
  return new Map(rows.map(({ step, ...weather }) => [Number(step), weather]));
}

export interface DeviceSample {
  at: string;
  inputVoltageV: number | null;
  inputCurrentA: number | null;
  outputVoltageV: number | null;
  outputCurrentA: number | null;
  powerW: number | null;
  temperatureC: number | null;
  generationWh: number | null;
}

/** Samples of a device while it stood in a plant; at most `limit`, the earliest first. */
export async function listDeviceSamples(
  clickhouse: ClickHouse,
  input: { plantKey: number; deviceKey: number; range: InstantRange; limit: number },
): Promise<DeviceSample[]> {
  const { range, ...rest } = input;
  return await clickhouse.query<DeviceSample>(
    `select
      at,
      vi as inputVoltageV,
      ii as inputCurrentA,
      vo as outputVoltageV,
      io as outputCurrentA,
      power as powerW,
      tp as temperatureC,
      eh as generationWh
    from samples final prewhere ${inRange} and device = {deviceKey:UInt32}
    order by day, at limit {limit:UInt32}`,
    { ...rest, ...range, ...days(range) },
  );
}
