import { dayRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { EnergyPlant } from "../plants.repository.ts";
import { getSteps } from "./day-curve.ts";
import type { Expectation } from "./expected-power.ts";
import { expectPower, groupArrays } from "./expected-power.ts";
import { readAllWeather, withIrradiance } from "./samples.repository.ts";

/** A plane of modules; null where it is not known. */
export interface ModulePlane {
  readonly tiltDeg: number | null;
  readonly azimuthDeg: number | null;
}

export interface ExpectedPlanes {
  readonly from: Expectation["from"];
  readonly fromAt: number;
  readonly stepMs: number;
  /** W of 1 kWp in each plane by step; null where nothing is known. */
  readonly powersW: (number | null)[][];
}

const KILOWATT = 1_000;

/** Expected power of planes of a plant over one of its days, on the DC side; a plane that is not known is that of the plant's curve. */
export async function readExpectedPlanes(
  clickhouse: ClickHouse,
  { plant, day, planes }: { plant: EnergyPlant; day: string; planes: readonly ModulePlane[] },
): Promise<ExpectedPlanes> {
  const range = dayRange(day, plant.zones);
  const { stepMs } = getSteps(plant.reportIntervalS);
  const { plantKey, latitude } = plant;
  const weather = withIrradiance(await readAllWeather(clickhouse, { plantKey, range, stepMs }));
  const expectations = planes.map((plane) => {
    const units = [{ ...plane, ratedPowerW: KILOWATT }];
    const { arrays } = groupArrays(units, { installedCapacityKwp: 1, latitude });
    return expectPower({ place: plant, range, stepMs, level: "module", arrays, weather });
  });
  return {
    from: expectations[0]?.from ?? "none",
    fromAt: range.fromAt,
    stepMs,
    powersW: expectations.map(({ points }) => points.map(({ powerW }) => powerW)),
  };
}
