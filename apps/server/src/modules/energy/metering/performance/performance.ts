import type { DataInputOf, endpoints } from "@heliograph/contract";
import { PERFORMANCE_DAYS } from "@heliograph/contract";
import { addDays, avoidedKg, daysRange, findGridFactor, plantDayOf } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { readWeatherBySteps } from "../curve/samples.repository.ts";
import { sumFleetExpectations } from "../expected/expected-days.repository.ts";
import { findAcEnergies } from "../figures/current-energies.repository.ts";
import { listPlantWindows } from "../figures/energy.repository.ts";
import { levelAt } from "../metering-sets.ts";
import type { EnergyPlant } from "../plants.repository.ts";
import { listGatewayKeys } from "../plants.repository.ts";
import { WINDOW_MS } from "../windows.ts";

type Performance = DataInputOf<typeof endpoints.station.performance>;
interface Engines {
  readonly db: Db;
  readonly clickhouse: ClickHouse;
}
interface DaysOfPlant {
  readonly plant: EnergyPlant;
  readonly fromDay: string;
  readonly toDay: string;
}

const HOUR_MS = 3_600_000;
/** Less irradiation, about that of an overcast day, gives no ratio worth a figure. */
const MIN_IRRADIATION_WH_M2 = 1_000;
/** G of standard test conditions, W/m². */
const REFERENCE_IRRADIANCE = 1_000;

/**
 * Performance ratio after IEC 61724-1: final yield E ÷ P₀, over reference yield H ÷ 1 kW/m². Energy and irradiation are of
 * the quarter hours that have both, so that a gap in either changes nothing.
 */
async function readRatio({ db, clickhouse }: Engines, days: DaysOfPlant): Promise<Performance["ratio"]> {
  const { plantKey, plantId, zones, meteringSets, installedCapacityKwp } = days.plant;
  const range = daysRange(days.fromDay, days.toDay, zones);
  const gatewayKeys = await listGatewayKeys(db, plantId);
  const weather = await readWeatherBySteps(clickhouse, {
    ...{ plantKey, range, gatewayKeys, stepMs: WINDOW_MS },
  });
  if (weather.size === 0) return null;
  const level = levelAt(meteringSets, range.toAt - 1);
  const windows = await listPlantWindows(clickhouse, { plantKey, level, range });
  const both = windows.flatMap(({ at, energyWh, isMeasured }) => {
    const measured = isMeasured ? weather.get((at - range.fromAt) / WINDOW_MS) : undefined;
    return measured === undefined ? [] : [{ at, energyWh, irradianceWm2: measured.irradianceWm2 }];
  });
  const energyWh = both.reduce((sum, each) => sum + each.energyWh, 0);
  const irradiationWhM2 = both.reduce(
    (sum, { irradianceWm2 }) => sum + (irradianceWm2 * WINDOW_MS) / HOUR_MS,
    0,
  );
  if (irradiationWhM2 < MIN_IRRADIATION_WH_M2) return null;
  return {
    value: energyWh / (installedCapacityKwp * 1_000) / (irradiationWhM2 / REFERENCE_IRRADIANCE),
    energyWh,
    irradiationWhM2,
    dayCount: new Set(both.map(({ at }) => plantDayOf(at, zones))).size,
  };
}

/** Energy beside that of a clear sky, on the days whose expected energy comes from it. */
async function readClearSky({ clickhouse }: Engines, days: DaysOfPlant): Promise<Performance["clearSky"]> {
  const { plant, fromDay, toDay } = days;
  const expectations = await sumFleetExpectations(clickhouse, {
    ...{ plantKeys: [plant.plantKey], fromDay, toDay },
  });
  const ofClearSky = expectations.filter(({ irradianceCount }) => irradianceCount === 0);
  const sum = (figure: "comparedWh" | "expectedWh"): number =>
    ofClearSky.reduce((total, each) => total + each[figure], 0);
  const expectedWh = sum("expectedWh");
  return expectedWh > 0 ? { value: sum("comparedWh") / expectedWh, dayCount: ofClearSky.length } : null;
}

/** Greenhouse gas that the grid would have emitted for the plant's energy on the AC side. */
async function readCo2(
  { db }: Engines,
  { plantKey, timeZone }: EnergyPlant,
  now: number,
): Promise<Performance["co2"]> {
  const factor = findGridFactor(timeZone);
  if (factor === undefined) return null;
  const energies = await findAcEnergies(db, plantKey, new Date(now));
  return {
    ...factor,
    monthKg: avoidedKg(energies?.monthWh ?? 0, factor),
    yearKg: avoidedKg(energies?.yearWh ?? 0, factor),
    totalKg: avoidedKg(energies?.totalWh ?? 0, factor),
  };
}

/** How well a plant did on its last complete days, and what it has avoided. */
export async function readPerformance(
  engines: Engines,
  plant: EnergyPlant,
  now: number,
): Promise<Performance> {
  const today = plantDayOf(now, plant.zones);
  const days = { plant, fromDay: addDays(today, -PERFORMANCE_DAYS), toDay: addDays(today, -1) };
  const [ratio, clearSky, co2] = await Promise.all([
    readRatio(engines, days),
    readClearSky(engines, days),
    readCo2(engines, plant, now),
  ]);
  return { fromDay: days.fromDay, toDay: days.toDay, ratio, clearSky, co2 };
}
