import type { MeteringLevel } from "@heliograph/contract";
import type { InstantRange } from "@heliograph/solar";
import { dayRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { expectPower, groupArrays } from "../curve/expected-power.ts";
import { getMeasuredShare, listDaylightWindows } from "../curve/measured-share.ts";
import type { MeasuredWeather } from "../curve/samples.repository.ts";
import { readWeatherBySteps } from "../curve/samples.repository.ts";
import type { PlantWindow } from "../figures/energy.repository.ts";
import { listPlantWindows } from "../figures/energy.repository.ts";
import { levelAt, levelRules } from "../metering-sets.ts";
import type { EnergyPlant } from "../plants.repository.ts";
import { listRatedUnits } from "../plants.repository.ts";
import { WINDOW_MS } from "../windows.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days whose windows and weather are read together, so that a large plant's month is not one query. */
const DAYS_PER_READ = 8;
const NOTHING = { energyWh: 0, expectedWh: 0, isIrradiance: false };

type Energies = typeof NOTHING;

interface Deps {
  readonly db: Db;
  readonly clickhouse: ClickHouse;
}

interface ReadDay {
  readonly day: string;
  readonly range: InstantRange;
  readonly level: MeteringLevel;
}

/** Measured windows of a day, and the weather by its steps. */
interface Measured {
  readonly windows: readonly PlantWindow[];
  readonly weather: Map<number, MeasuredWeather>;
}

async function expectDay(
  db: Db,
  plant: EnergyPlant,
  { range, level }: ReadDay,
  { windows, weather }: Measured,
): Promise<Energies> {
  const starts = new Set(windows.map(({ at }) => at));
  // Of a day that was measured at night only nothing is known, also where the sun was just up.
  const daylight = listDaylightWindows(plant, range, Number.POSITIVE_INFINITY);
  if (windows.length === 0 || getMeasuredShare(daylight, starts) === 0) return NOTHING;
  const { kinds } = levelRules[level === "ac-meter" ? "module" : level];
  const units = await listRatedUnits(db, { plantId: plant.plantId, kinds, at: range.toAt - 1 });
  const { arrays } = groupArrays(units, plant);
  const listPowers = (of: typeof weather) => {
    const { from, points } = expectPower({
      ...{ place: plant, range, stepMs: WINDOW_MS, level, arrays, weather: of },
    });
    return { from, powers: points.filter(({ at }) => starts.has(at)).map(({ powerW }) => powerW) };
  };
  let { from, powers } = listPowers(weather);
  if (from === "irradiance" && powers.includes(null)) ({ from, powers } = listPowers(new Map()));
  return {
    energyWh: windows.reduce((sum, { energyWh }) => sum + energyWh, 0),
    expectedWh: powers.reduce<number>((sum, powerW) => sum + (powerW ?? 0) * (WINDOW_MS / HOUR_MS), 0),
    isIrradiance: from === "irradiance",
  };
}

/** Reads the measured windows and the weather of adjacent days of one level; the days in order. */
async function readMeasured(
  clickhouse: ClickHouse,
  plantKey: number,
  days: readonly ReadDay[],
): Promise<(day: ReadDay) => Measured> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new Error("no days are read");
  const range = { fromAt: first.range.fromAt, toAt: last.range.toAt };
  const windows = await listPlantWindows(clickhouse, { plantKey, level: first.level, range });
  const measured = windows.filter(({ isMeasured }) => isMeasured);
  const weather =
    measured.length === 0
      ? []
      : [...(await readWeatherBySteps(clickhouse, { plantKey, range, stepMs: WINDOW_MS }))];
  return ({ range: { fromAt, toAt } }) => {
    const steps = weather.map(([step, values]) => ({ at: range.fromAt + step * WINDOW_MS, values }));
    const isOfDay = ({ at }: { at: number }) => at >= fromAt && at < toAt;
    return {
      windows: measured.filter(isOfDay),
      weather: new Map(steps.filter(isOfDay).map(({ at, values }) => [(at - fromAt) / WINDOW_MS, values])),
    };
  };
}

/**
 * Energy and expected energy in Wh of the measured windows of a plant's days, so that a gap in the data is no loss. Expected
 * from measured irradiance where it covers all these windows of a day, else from a clear sky; 0 without coordinates.
 * The days have to be in order.
 */
export async function computeExpectedDays(
  { db, clickhouse }: Deps,
  plant: EnergyPlant,
  days: readonly string[],
): Promise<ReadonlyMap<string, Energies>> {
  const energies = new Map<string, Energies>(days.map((day) => [day, NOTHING]));
  if (plant.latitude === null) return energies;
  const readDays = days
    .map((day) => ({ day, range: dayRange(day, plant.zones) }))
    .filter(({ range }) => range.toAt > range.fromAt)
    .map((each) => ({ ...each, level: levelAt(plant.meteringSets, each.range.toAt - 1) }));
  const groups = Map.groupBy(
    readDays,
    ({ level, range }) => `${level} ${Math.floor(range.fromAt / (DAYS_PER_READ * DAY_MS))}`,
  );
  for (const group of groups.values()) {
    const measuredOf = await readMeasured(clickhouse, plant.plantKey, group);
    for (const each of group) energies.set(each.day, await expectDay(db, plant, each, measuredOf(each)));
  }
  return energies;
}
