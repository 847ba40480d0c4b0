import type { DataInputOf, endpoints, QueryOf, StationRow } from "@heliograph/contract";
import { listDays, plantDayOf, plantDaysOf } from "@heliograph/solar";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { EarningsService } from "../../energy/earnings/earnings.service.ts";
import type { MeteringService, PlantDay, PlantExpectation } from "../../energy/metering/metering.service.ts";
import type { ComparedPlant } from "./fleet.repository.ts";
import { listComparedPlants } from "./fleet.repository.ts";
import type { PlantOverview } from "./plant-overview.service.ts";

type Compare = typeof endpoints.station.compare;
type Data = DataInputOf<Compare>;
type Row = Data["rows"][number];

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly metering: MeteringService;
  readonly earnings: EarningsService;
  readonly overview: PlantOverview;
}

const PERIOD_LENGTH = { day: 10, month: 7 } as const;

/** The days of a range that have begun, by the periods they are in. */
function listPeriods({ fromDay, toDay, by }: QueryOf<Compare>): string[] {
  if (toDay < fromDay) return [];
  return [...new Set(listDays(fromDay, toDay).map((day) => day.slice(0, PERIOD_LENGTH[by])))];
}

/** Sums the days of each period; null for a period without any. */
function sumByPeriod<Day extends { readonly day: string }>(
  days: readonly Day[],
  periods: readonly string[],
  read: (day: Day) => number,
): (number | null)[] {
  const length = periods[0]?.length;
  const sums = new Map<string, number>();
  for (const day of days) {
    const period = day.day.slice(0, length);
    sums.set(period, (sums.get(period) ?? 0) + read(day));
  }
  return periods.map((period) => sums.get(period) ?? null);
}

const sum = <Item>(items: readonly Item[], read: (item: Item) => number): number =>
  items.reduce((total, item) => total + read(item), 0);

function toExpected(days: readonly PlantExpectation[], periods: readonly string[]): Row["expected"] {
  if (days.length === 0) return null;
  const energies = sumByPeriod(days, periods, ({ energyWh }) => energyWh);
  const expectations = sumByPeriod(days, periods, ({ expectedWh }) => expectedWh);
  return {
    share: sum(days, ({ energyWh }) => energyWh) / sum(days, ({ expectedWh }) => expectedWh),
    shares: energies.map((wh, index) => (wh === null ? null : wh / (expectations[index] ?? 0))),
    dayCount: days.length,
    from: days.every(({ isIrradiance }) => isIrradiance) ? "irradiance" : "clear-sky",
  };
}

/** What is known of one plant in the period. */
interface Figures {
  readonly periods: readonly string[];
  readonly days: readonly PlantDay[];
  readonly expectations: readonly PlantExpectation[];
  readonly earned: Awaited<ReturnType<EarningsService["sumByPlant"]>>[number] | undefined;
  readonly state: StationRow;
  readonly isRunning: boolean;
}

function toRow(
  plant: ComparedPlant,
  { periods, days, expectations, earned, state, isRunning }: Figures,
): Row {
  const { stationId, name, installedCapacityKwp, isEnergyHidden, isEarningsHidden, currency } = plant;
  const energyWh = days.length === 0 ? null : sum(days, (day) => day.energyWh);
  return {
    ...{ stationId, name, installedCapacityKwp, isEnergyHidden, isEarningsHidden, energyWh },
    specificYieldKwhPerKwp: energyWh === null ? null : energyWh / 1000 / installedCapacityKwp,
    dayCount: days.length,
    isRunning,
    energiesWh: isEnergyHidden ? [] : sumByPeriod(days, periods, (day) => day.energyWh),
    expected: toExpected(expectations, periods),
    earnings: earned ? { amount: earned.amount, currency, isEstimated: earned.isEstimated === 1 } : null,
    ...{ status: state.status, isAsleep: state.isAsleep, powerW: state.powerW },
  };
}

/** The highest yield first; plants without one last, by name. */
const byYield = (one: Row, other: Row): number =>
  (other.specificYieldKwhPerKwp ?? -1) - (one.specificYieldKwhPerKwp ?? -1);

/** Days of plants, earnings and current states, as far as the caller sees them. */
async function readFigures(
  deps: Deps,
  scope: Scope,
  query: QueryOf<Compare>,
  plants: readonly ComparedPlant[],
) {
  const { metering, earnings, overview } = deps;
  const { stationIds, fromDay, toDay } = query;
  const rangeOf = (part: "isEnergyHidden" | "isEarningsHidden") => ({
    plantKeys: plants.filter((plant) => !plant[part]).map(({ plantKey }) => plantKey),
    ...{ fromDay, toDay },
  });
  const range = rangeOf("isEnergyHidden");
  const [days, expectations, amounts, states] = await Promise.all([
    metering.plantDays(range),
    metering.plantExpectations(range),
    earnings.sumByPlant(rangeOf("isEarningsHidden")),
    overview.listByIds(scope, stationIds),
  ]);
  const plantKeyOf = ({ plantKey }: { readonly plantKey: number }) => plantKey;
  return {
    days: Map.groupBy(
      days.filter(({ hasEnergy }) => hasEnergy),
      plantKeyOf,
    ),
    expectations: Map.groupBy(expectations, plantKeyOf),
    earned: new Map(amounts.map((each) => [each.plantKey, each])),
    states: new Map(states.map(({ state, row }) => [state.key, row])),
  };
}

/**
 * Figures of plants in a period, energies also per kWp of their installed capacity. The period ends with the last day that has
 * begun at all plants, so that all have the same days.
 */
export async function comparePlants(deps: Deps, scope: Scope, asked: QueryOf<Compare>): Promise<Data> {
  const plants = await listComparedPlants(deps.db, scope, asked.stationIds);
  const now = deps.clock.now();
  const today = plantDaysOf(
    now,
    plants.map(({ zones }) => zones),
  ).earliest;
  const query = { ...asked, toDay: [asked.toDay, today].toSorted()[0] ?? today };
  const periods = listPeriods(query);
  const figures = await readFigures(deps, scope, query, plants);
  const rows = plants.flatMap((plant): Row[] => {
    const { plantKey } = plant;
    const state = figures.states.get(plantKey);
    // Deleted, or no longer visible, since the first query.
    if (state === undefined) return [];
    const [days, expectations] = [figures.days.get(plantKey) ?? [], figures.expectations.get(plantKey) ?? []];
    const isRunning = query.toDay >= plantDayOf(now, plant.zones);
    return [
      toRow(plant, { periods, days, expectations, earned: figures.earned.get(plantKey), state, isRunning }),
    ];
  });
  const firstDays = plants.flatMap(({ isEnergyHidden, firstDay }) =>
    isEnergyHidden || firstDay === null ? [] : [firstDay],
  );
  return { periods, rows: rows.toSorted(byYield), today, firstDay: firstDays.toSorted()[0] ?? null };
}
