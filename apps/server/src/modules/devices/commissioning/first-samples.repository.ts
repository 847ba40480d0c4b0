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
