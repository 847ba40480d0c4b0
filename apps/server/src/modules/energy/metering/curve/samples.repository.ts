import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";

// Conditions on the sort key alone: with FINAL only those may be in a PREWHERE, which has to be written explicitly.
const inRange = `plant = {plantKey:UInt32} and day between {fromDay:Date} and {toDay:Date}
  and at >= {fromAt:DateTime64(3)} and at < {toAt:DateTime64(3)}`;

const days = ({ fromAt, toAt }: InstantRange) => ({ fromDay: new Date(fromAt), toDay: new Date(toAt) });

export interface StepsInput {
  plantKey: number;
  range: InstantRange;
  kinds: readonly string[];
  stepMs: number;
  /** Whether a unit's power stays valid for one more step when it has not reported again. */
  isBridged: boolean;
}

/**
 * Power of a plant by step: each unit's mean in the step, summed. A step without any report is absent.
 * Key: number of the step from the start of the range.
 */
export async function readPowerBySteps(
  clickhouse: ClickHouse,
  { plantKey, range, kinds, stepMs, isBridged }: StepsInput,
): Promise<Map<number, number>> {
  // Starts one step earlier, so that a power from before the range can be bridged into it. One array per unit: grouping
  // by unit and step, and sorting, took more than twice as long for 10,000 modules.
  const readFromAt = range.fromAt - stepMs;
  const stepCount = Math.ceil((range.toAt - readFromAt) / stepMs);
  const [row] = await clickhouse.query<{ powersW: number[]; units: string[] }>(
    `select
      sumForEach(arrayMap(mean -> if(isNaN(mean), 0, mean), held)) as powersW,
      sumForEach(arrayMap(mean -> toUInt32(not isNaN(mean)), held)) as units
    from (
      select
        avgResample(0, ${stepCount}, 1)(
          assumeNotNull(power),
          intDiv(toUnixTimestamp64Milli(at) - {readFromMs:Int64}, {stepMs:Int64})
        ) as means,
        ${isBridged ? "arrayMap((mean, before) -> if(isNaN(mean), before, mean), means, arrayPushFront(arrayPopBack(means), nan))" : "means"} as held
      from samples final prewhere ${inRange}
      where kind in {kinds:Array(String)} and power is not null
      group by device, slot
    )`,
    {
      plantKey,
      kinds,
      stepMs,
      fromAt: readFromAt,
      readFromMs: readFromAt,
      toAt: range.toAt,
      ...days({ fromAt: readFromAt, toAt: range.toAt }),
    },
  );
  const powers = new Map<number, number>();
  for (const [index, powerW] of (row?.powersW ?? []).entries())
    if (index > 0 && Number(row?.units[index]) > 0) powers.set(index - 1, powerW);
  return powers;
}

/** Irradiance in the plane of the modules (W/m²) and air temperature (°C) as the plant's gateways measured them. */
export interface WeatherStep {
  irradianceWm2: number | null;
  ambientC: number | null;
}

export interface MeasuredWeather extends WeatherStep {
  irradianceWm2: number;
}

interface WeatherInput extends Pick<StepsInput, "plantKey" | "range" | "stepMs"> {
  /** Keys of the plant's gateways, where they are known: over many days the samples of its modules are then not read. */
  gatewayKeys?: readonly number[];
}

/** Means over the gateways by step; steps without any value are absent. */
export async function readAllWeather(
  clickhouse: ClickHouse,
  { plantKey, range, stepMs, gatewayKeys }: WeatherInput,
): Promise<Map<number, WeatherStep>> {
  if (gatewayKeys?.length === 0) return new Map();
  const rows = await clickhouse.query<WeatherStep & { step: string }>(
    `select
      intDiv(toUnixTimestamp64Milli(at) - {fromMs:Int64}, {stepMs:Int64}) as step,
      avg(gi) as irradianceWm2,
      avg(ta) as ambientC
    from samples final prewhere ${inRange}${gatewayKeys === undefined ? "" : " and device in {gatewayKeys:Array(UInt32)}"}
    where kind = 'DCON' and (gi is not null or ta is not null)
    group by step`,
    { plantKey, stepMs, ...range, ...days(range), fromMs: range.fromAt, gatewayKeys: gatewayKeys ?? [] },
  );
  return new Map(rows.map(({ step, ...weather }) => [Number(step), weather]));
}

const hasIrradiance = (entry: [number, WeatherStep]): entry is [number, MeasuredWeather] =>
  entry[1].irradianceWm2 !== null;

/** The steps with irradiance. */
export const withIrradiance = (weather: ReadonlyMap<number, WeatherStep>): Map<number, MeasuredWeather> =>
  new Map([...weather].filter(hasIrradiance));

/** Means over the gateways by step; steps without irradiance are absent. */
export const readWeatherBySteps = async (
  clickhouse: ClickHouse,
  input: WeatherInput,
): Promise<Map<number, MeasuredWeather>> => withIrradiance(await readAllWeather(clickhouse, input));

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

/** Samples of a device in a plant, the earliest first; at most `limit`. */
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

/** Means of a device's samples in one step; null without a value in it. Voltage and current of the input, else the output. */
export interface UnitStep {
  deviceKey: number;
  /** Number of the step from the start of the range. */
  step: number;
  powerW: number | null;
  voltageV: number | null;
  currentA: number | null;
  temperatureC: number | null;
}

/** Values of some devices of a plant by step; a step without samples is absent. */
export async function listUnitSteps(
  clickhouse: ClickHouse,
  input: { plantKey: number; deviceKeys: readonly number[]; range: InstantRange; stepMs: number },
): Promise<UnitStep[]> {
  const { plantKey, deviceKeys, range, stepMs } = input;
  const rows = await clickhouse.query<Omit<UnitStep, "step"> & { step: string }>(
    `select
      device as deviceKey,
      intDiv(toUnixTimestamp64Milli(at) - {fromMs:Int64}, {stepMs:Int64}) as step,
      avg(power) as powerW,
      avg(coalesce(vi, vo)) as voltageV,
      avg(coalesce(ii, io)) as currentA,
      avg(tp) as temperatureC
    from samples final prewhere ${inRange} and device in {deviceKeys:Array(UInt32)}
    group by device, step order by device, step`,
    { plantKey, deviceKeys, stepMs, ...range, ...days(range), fromMs: range.fromAt },
  );
  return rows.map((row) => ({ ...row, step: Number(row.step) }));
}
