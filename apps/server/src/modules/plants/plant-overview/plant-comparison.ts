import type { DataInputOf, endpoints, QueryOf, StationRow } from "@heliograph/contract";
import { addDays, listDays, plantDayOf, plantDaysOf } from "@heliograph/solar";
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
/** Of a comparison without a period. */
const DEFAULT_DAYS = 30;

interface Days {
  readonly fromDay: string;
  readonly toDay: string;
}

/** Whole days that all plants have; of a period without any, those that have begun at all plants. */
function findDays({ fromDay, toDay }: Partial<Days>, today: string): Days {
  const yesterday = addDays(today, -1);
  if (fromDay === undefined || toDay === undefined)
    return { fromDay: addDays(yesterday, 1 - DEFAULT_DAYS), toDay: yesterday };
  const last = fromDay <= yesterday ? yesterday : today;
  return { fromDay, toDay: toDay < last ? toDay : last };
}

/** Days by the periods they are in. */
function listPeriods({ fromDay, toDay }: Days, by: QueryOf<Compare>["by"]): string[] {
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

type Earned = Awaited<ReturnType<EarningsService["sumByPlant"]>>[number];

/** What is known of one plant in the period. */
interface Figures {
  readonly periods: readonly string[];
  readonly days: readonly PlantDay[];
  readonly expectations: readonly PlantExpectation[];
  readonly earned: Earned | undefined;
  readonly amounts: ReadonlyMap<string, string>;
  readonly state: StationRow;
  readonly isRunning: boolean;
}

function toEarnings({ periods, earned, amounts }: Figures, currency: string): Row["earnings"] {
  if (earned === undefined) return null;
  return {
    ...{ amount: earned.amount, currency, isEstimated: earned.isEstimated === 1 },
    amounts: periods.map((period) => amounts.get(period) ?? null),
  };
}

function toRow(plant: ComparedPlant, figures: Figures): Row {
  const { periods, days, expectations, state, isRunning } = figures;
  const { stationId, name, installedCapacityKwp, isEnergyHidden, isEarningsHidden, currency } = plant;
  const energyWh = days.length === 0 ? null : sum(days, (day) => day.energyWh);
  return {
    ...{ stationId, name, installedCapacityKwp, isEnergyHidden, isEarningsHidden, energyWh },
    specificYieldKwhPerKwp: energyWh === null ? null : energyWh / 1000 / installedCapacityKwp,
    dayCount: days.length,
    isRunning,
    energiesWh: isEnergyHidden ? [] : sumByPeriod(days, periods, (day) => day.energyWh),
    expected: toExpected(expectations, periods),
    earnings: toEarnings(figures, currency),
    ...{ status: state.status, isAsleep: state.isAsleep, powerW: state.powerW },
  };
}

/** The highest yield first; plants without one last, by name. */
const byYield = (one: Row, other: Row): number =>
  (other.specificYieldKwhPerKwp ?? -1) - (one.specificYieldKwhPerKwp ?? -1);

/** Days of plants, earnings and current states, as far as the caller sees them. */
async function readFigures(
  { metering, earnings, overview }: Deps,
  scope: Scope,
  { stationIds, by, ...range }: Days & Pick<QueryOf<Compare>, "stationIds" | "by">,
  plants: readonly ComparedPlant[],
) {
  const showing = (part: "isEnergyHidden" | "isEarningsHidden") =>
    plants.filter((plant) => !plant[part]).map(({ plantKey }) => plantKey);
  const energies = { ...range, plantKeys: showing("isEnergyHidden") };
  const amounts = { ...range, plantKeys: showing("isEarningsHidden"), by };
  const [days, expectations, earned, earnedByPeriod, states] = await Promise.all([
    metering.plantDays(energies),
    metering.plantExpectations(energies),
    earnings.sumByPlant(amounts),
    earnings.sumByPlantAndPeriod(amounts),
    overview.listByIds(scope, stationIds),
  ]);
  const plantKeyOf = ({ plantKey }: { readonly plantKey: number }) => plantKey;
  const known = days.filter(({ hasEnergy }) => hasEnergy);
  const knownDays = new Set(known.map(({ plantKey, day }) => `${plantKey} ${day}`));
  return {
    days: Map.groupBy(known, plantKeyOf),
    expectations: Map.groupBy(
      expectations.filter(({ plantKey, day }) => knownDays.has(`${plantKey} ${day}`)),
      plantKeyOf,
    ),
    earned: new Map(earned.map((each) => [each.plantKey, each])),
    amounts: Map.groupBy(earnedByPeriod, plantKeyOf),
    states: new Map(states.map(({ state, row }) => [state.key, row])),
  };
}

/** Figures of plants in a period, energies also per kWp of their installed capacity, over the days that all plants have. */
export async function comparePlants(deps: Deps, scope: Scope, query: QueryOf<Compare>): Promise<Data> {
  const { stationIds, by } = query;
  const plants = await listComparedPlants(deps.db, scope, stationIds);
  const now = deps.clock.now();
  const today = plantDaysOf(
    now,
    plants.map(({ zones }) => zones),
  ).earliest;
  const range = findDays(query, today);
  const periods = listPeriods(range, by);
  const figures = await readFigures(deps, scope, { stationIds, by, ...range }, plants);
  const rows = plants.flatMap((plant): Row[] => {
    const { plantKey } = plant;
    const state = figures.states.get(plantKey);
    // Deleted, or no longer visible, since the first query.
    if (state === undefined) return [];
    const [days, expectations] = [figures.days.get(plantKey) ?? [], figures.expectations.get(plantKey) ?? []];
    const isRunning = range.toDay >= plantDayOf(now, plant.zones);
    const amounts = new Map(figures.amounts.get(plantKey)?.map(({ period, amount }) => [period, amount]));
    const earned = figures.earned.get(plantKey);
    return [toRow(plant, { periods, days, expectations, earned, amounts, state, isRunning })];
  });
  const firstDays = plants.flatMap(({ isEnergyHidden, firstDay }) =>
    isEnergyHidden || firstDay === null ? [] : [firstDay],
  );
  return {
    ...range,
    periods,
    rows: rows.toSorted(byYield),
    today,
    firstDay: firstDays.toSorted()[0] ?? null,
  };
}
