import { dayRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { expectPower, groupArrays } from "../curve/expected-power.ts";
import { readWeatherBySteps } from "../curve/samples.repository.ts";
import { listPlantWindows } from "../figures/energy.repository.ts";
import { levelAt, levelRules } from "../metering-sets.ts";
import type { EnergyPlant } from "../plants.repository.ts";
import { listRatedUnits } from "../plants.repository.ts";
import { WINDOW_MS } from "../windows.ts";

const HOUR_MS = 3_600_000;
const NOTHING = { energyWh: 0, expectedWh: 0, isIrradiance: false };

/**
 * Energy and expected energy in Wh of the measured windows of a plant's day, so that a gap in the data is no loss. Expected
 * from measured irradiance where it covers all these windows, else from a clear sky; 0 without coordinates.
 */
export async function computeExpectedDay(
  { db, clickhouse }: { db: Db; clickhouse: ClickHouse },
  plant: EnergyPlant,
  day: string,
): Promise<typeof NOTHING> {
  const { plantId, plantKey, latitude, zones } = plant;
  const range = dayRange(day, zones);
  if (latitude === null || range.toAt <= range.fromAt) return NOTHING;
  const level = levelAt(plant.meteringSets, range.toAt - 1);
  const windows = await listPlantWindows(clickhouse, { plantKey, level, range });
  const measured = windows.filter(({ isMeasured }) => isMeasured);
  if (measured.length === 0) return NOTHING;
  const { kinds } = levelRules[level === "ac-meter" ? "module" : level];
  const [units, weather] = await Promise.all([
    listRatedUnits(db, { plantId, kinds, at: range.toAt - 1 }),
    readWeatherBySteps(clickhouse, { plantKey, range, stepMs: WINDOW_MS }),
  ]);
  const { arrays } = groupArrays(units, plant);
  const starts = new Set(measured.map(({ at }) => at));
  const listPowers = (of: typeof weather) => {
    const { from, points } = expectPower({
      ...{ place: plant, range, stepMs: WINDOW_MS, level, arrays, weather: of },
    });
    return { from, powers: points.filter(({ at }) => starts.has(at)).map(({ powerW }) => powerW) };
  };
  let { from, powers } = listPowers(weather);
  if (from === "irradiance" && powers.includes(null)) ({ from, powers } = listPowers(new Map()));
  return {
    energyWh: measured.reduce((sum, { energyWh }) => sum + energyWh, 0),
    expectedWh: powers.reduce<number>((sum, powerW) => sum + (powerW ?? 0) * (WINDOW_MS / HOUR_MS), 0),
    isIrradiance: from === "irradiance",
  };
}
