import type { MeasuredField } from "@heliograph/protocol/points";
import { MEASURED_VALUES } from "@heliograph/protocol/points";
import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";

// Conditions on the sort key alone: with FINAL only those may be in a PREWHERE, which has to be written explicitly.
const inRange = `plant = {plantKey:UInt32} and day between {fromDay:Date} and {toDay:Date}
  and device in {deviceKeys:Array(UInt32)} and at >= {fromAt:DateTime64(3)} and at < {toAt:DateTime64(3)}`;

const toParameters = ({ plantKey, deviceKeys, range }: SeriesInput) => ({
  plantKey,
  deviceKeys,
  ...range,
  fromDay: new Date(range.fromAt),
  toDay: new Date(range.toAt),
});

// Units without a measured power have one from their output or input.
const columnOf = new Map(
  MEASURED_VALUES.map(({ field, point }) => [field, point === "pw" ? "power" : point]),
);

function getColumn(field: MeasuredField): string {
  const column = columnOf.get(field);
  if (column === undefined) throw new Error(`${field} is no measured value`);
  return column;
}

/** Mean of a step; a counter's mean would be no reading, so its last one. */
const inStep = (field: MeasuredField): string =>
  field === "generationWh" ? `argMaxIf(eh, at, eh is not null)` : `avg(${getColumn(field)})`;

/** Devices of one plant. */
export interface SeriesInput {
  readonly plantKey: number;
  readonly deviceKeys: readonly number[];
  readonly range: InstantRange;
}

/** A step with samples: its number from the start of the range, and a value for each field. */
export type StepRow = readonly [step: number, ...values: (number | null)[]];

/** Values by step and device in the order of the fields; steps without samples are absent, as are devices without any. */
export async function listSeries(
  clickhouse: ClickHouse,
  {
    stepMs,
    fields,
    ...input
  }: SeriesInput & { readonly stepMs: number; readonly fields: readonly MeasuredField[] },
): Promise<Map<number, StepRow[]>> {
  const names = fields.map((_, index) => `v${index}`);
  const rows = await clickhouse.query<{ device: number; rows: StepRow[] }>(
    `select device, arraySort(groupArray((step, ${names.join(", ")}))) as rows
    from (
      select device, toUInt32(intDiv(toUnixTimestamp64Milli(at) - {fromMs:Int64}, {stepMs:Int64})) as step,
        ${fields.map((field, index) => `${inStep(field)} as v${index}`).join(", ")}
      from samples final prewhere ${inRange}
      group by device, step
    )
    group by device`,
    { ...toParameters(input), stepMs, fromMs: input.range.fromAt },
  );
  return new Map(rows.map(({ device, rows: steps }) => [device, steps]));
}

/** A sample: its instant in ISO UTC and a value for each field. */
export type SampleRow = readonly [at: string, ...values: (number | null)[]];

/** Every sample of a device in the order of time; at most `limit`. */
export async function listSamples(
  clickhouse: ClickHouse,
  {
    fields,
    limit,
    ...input
  }: SeriesInput & { readonly fields: readonly MeasuredField[]; readonly limit: number },
): Promise<SampleRow[]> {
  const names = fields.map((_, index) => `v${index}`);
  const rows = await clickhouse.query<{ at: string; [name: string]: number | string | null }>(
    `select at, ${fields.map((field, index) => `${getColumn(field)} as v${index}`).join(", ")}
    from samples final prewhere ${inRange} order by day, at limit {limit:UInt32}`,
    { ...toParameters(input), limit },
  );
  return rows.map((row) => [row.at, ...names.map((name) => row[name] as number | null)]);
}

/** The instant of a device's last sample in the plant, in ISO UTC; undefined without any. */
export async function findLastSampleTime(
  clickhouse: ClickHouse,
  device: { readonly plantKey: number; readonly deviceKey: number },
): Promise<string | undefined> {
  const { plantKey, deviceKey } = device;
  const [last] = await clickhouse.query<{ at: string }>(
    `select samples.at as at from samples
    prewhere plant = {plantKey:UInt32} and device = {deviceKey:UInt32} order by day desc, samples.at desc limit 1`,
    { plantKey, deviceKey },
  );
  return last?.at;
}
