import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";

/** The first report of a device in a plant. */
export interface FirstSample {
  readonly deviceKey: number;
  readonly at: string;
  readonly inputVoltageV: number | null;
  readonly outputVoltageV: number | null;
  readonly powerW: number | null;
  readonly temperatureC: number | null;
}

/** The latest sample of each of the devices in the plant since then, ms. */
export async function listLastSampleTimes(
  clickhouse: ClickHouse,
  input: { plantKey: number; deviceKeys: readonly number[]; since: Date },
): Promise<Map<number, number>> {
  if (input.deviceKeys.length === 0) return new Map();
  const rows = await clickhouse.query<{ deviceKey: number; at: string }>(
    `select device as deviceKey, max(samples.at) as at from samples
    prewhere plant = {plantKey:UInt32} and day >= {since:Date} and device in {deviceKeys:Array(UInt32)} group by device`,
    { ...input, since: input.since.toISOString().slice(0, 10) },
  );
  return new Map(rows.map(({ deviceKey, at }) => [deviceKey, Date.parse(at)]));
}

/** The first sample of each of the devices in the plant; only the days on which they began are read whole. */
export async function listFirstSamples(
  clickhouse: ClickHouse,
  { plantKey, deviceKeys }: { plantKey: number; deviceKeys: readonly number[] },
): Promise<FirstSample[]> {
  if (deviceKeys.length === 0) return [];
  const ofDevices = "plant = {plantKey:UInt32} and device in {deviceKeys:Array(UInt32)}";
  return await clickhouse.query<FirstSample>(
    `select device as deviceKey, at, vi as inputVoltageV, vo as outputVoltageV, power as powerW, tp as temperatureC
    from samples final prewhere ${ofDevices}
      and (day, device) in (select min(day), device from samples where ${ofDevices} group by device)
    order by device, day, samples.at limit 1 by device`,
    { plantKey, deviceKeys },
  );
}
