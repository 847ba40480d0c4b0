import type { DataInputOf, endpoints, QueryOf } from "@heliograph/contract";
import { plantDaysOf } from "@heliograph/solar";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { BarRange } from "../metering/bar-periods.service.ts";
import { listBarPeriods } from "../metering/bar-periods.service.ts";
import type { ComparedDays } from "./compared-days.ts";
import { findComparedDays } from "./compared-days.ts";
import { sumByPlant } from "./day-earnings.repository.ts";
import type { EarningsQuery } from "./earnings.service.ts";
import { getRange } from "./earnings.service.ts";
import { countUnpriced, listChanges } from "./fleet-details.ts";
import type { EarningGroup, FleetPlant } from "./fleet-plants.repository.ts";
import { listEarningGroups, listFleetPlants } from "./fleet-plants.repository.ts";
import type { Comparison, Part } from "./fleet-sums.ts";
import { addParts, compareByCurrency, sumByCurrency } from "./fleet-sums.ts";
import { findPerKwh, formatAmount, parseAmount } from "./money.ts";
import { listPlantsWithoutDays } from "./plant-earnings.repository.ts";

type Home = typeof endpoints.home;
type Periods = DataInputOf<Home["earningsPeriods"]>;
type PlantsQuery = QueryOf<Home["earningsPlants"]>;
type PlantRow = DataInputOf<Home["earningsPlants"]>["rows"][number];

const countPlants = (groups: readonly EarningGroup[]): number =>
  groups.reduce((sum, { plantKeys }) => sum + plantKeys.length, 0);

/** Currencies, the one with the most plants first. */
function groupByCurrency(groups: readonly EarningGroup[]): [string, EarningGroup[]][] {
  return [...Map.groupBy(groups, ({ currency }) => currency)].toSorted(
    ([one, ofOne], [other, ofOther]) => countPlants(ofOther) - countPlants(ofOne) || (one < other ? -1 : 1),
  );
}

/** First day with data of these plants. */
const findFirstDay = (groups: readonly EarningGroup[]): string | null =>
  groups.flatMap(({ firstDay }) => (firstDay === null ? [] : [firstDay])).toSorted()[0] ?? null;

/** Rows without the value of the sort key come last in both orders. */
function sortRows(rows: PlantRow[], { sort, order }: Pick<PlantsQuery, "sort" | "order">): PlantRow[] {
  const direction = order === "asc" ? 1 : -1;
  if (sort === "name") return order === "asc" ? rows : rows.toReversed();
  const findKey = ({ amount, ...row }: PlantRow): number | bigint | null => {
    if (sort !== "amount") return row[sort];
    return amount === null ? null : parseAmount(amount);
  };
  const keyed = rows.map((row) => ({ row, value: findKey(row) }));
  return keyed
    .toSorted((one, other) => {
      if (one.value === null || other.value === null)
        return Number(one.value === null) - Number(other.value === null);
      if (one.value === other.value) return 0;
      return one.value < other.value ? -direction : direction;
    })
    .map(({ row }) => row);
}

/** Earnings of a plant over days. */
export interface PlantEarnings {
  readonly amount: string;
  readonly unpricedWh: number;
  readonly isEstimated: boolean;
}

interface CurrencySums {
  readonly currency: string;
  readonly groups: readonly EarningGroup[];
  readonly parts: readonly Part[];
  readonly comparison: Comparison | null;
}

export type FleetEarnings = ReturnType<typeof createFleetEarnings>;

/** Earnings of all plants of a caller over days, months and years. */
export function createFleetEarnings(deps: { db: Db; clickhouse: ClickHouse; clock: Clock }) {
  const { db, clickhouse, clock } = deps;

  /** Today's dates of these plants' calendars. */
  const findDays = (groups: readonly Pick<EarningGroup, "zones">[]) =>
    plantDaysOf(
      clock.now(),
      groups.map(({ zones }) => zones),
    );
  const findToday = (groups: readonly Pick<EarningGroup, "zones">[]): string => findDays(groups).latest;

  async function describeCurrency(
    { currency, groups, parts, comparison }: CurrencySums,
    range: BarRange,
  ): Promise<Periods["currencies"][number]> {
    const byPeriod = Map.groupBy(parts, ({ period }) => period);
    const hidesAllEnergy = groups.every(({ hidesEnergy }) => hidesEnergy);
    const known = [...byPeriod.keys()].toSorted().map((period) => ({ period }));
    const sum = addParts(parts, hidesAllEnergy);
    return {
      currency,
      plantCount: countPlants(groups),
      bars: listBarPeriods(range, known).map((period) => {
        const own = byPeriod.get(period);
        const { amount, energyWh, unpricedWh } = addParts(own ?? [], hidesAllEnergy);
        return { period, amount: own === undefined ? null : amount, energyWh, unpricedWh };
      }),
      ...sum,
      comparison,
      unpricedPlantCount: (sum.unpricedWh ?? 0) > 0 ? await countUnpriced(clickhouse, groups, range) : 0,
    };
  }

  async function sumCurrencies(
    groups: readonly EarningGroup[],
    range: BarRange,
  ): Promise<Periods["currencies"]> {
    const currencies = groupByCurrency(groups);
    const ofCurrencies = currencies.map(([, own]) => own);
    const [parts, comparisons] = await Promise.all([
      sumByCurrency(clickhouse, ofCurrencies, range),
      compareByCurrency(clickhouse, ofCurrencies, { range, todayOf: (own) => findDays(own).earliest }),
    ]);
    return await Promise.all(
      currencies.map(([currency, own], index) =>
        describeCurrency(
          {
            ...{ currency, groups: own },
            parts: parts[index] ?? [],
            comparison: comparisons[index] ?? null,
          },
          range,
        ),
      ),
    );
  }

  /** Plants whose earnings the caller sees with their sums in a range, by name. */
  async function listPlants(
    plants: readonly FleetPlant[],
    range: BarRange,
    { compared, mayEdit }: { readonly compared: ComparedDays | undefined; readonly mayEdit: boolean },
  ): Promise<PlantRow[]> {
    const keys = plants.map(({ plantKey }) => plantKey);
    const [rows, changes] = await Promise.all([
      sumByPlant(clickhouse, keys, range),
      listChanges(clickhouse, plants, compared),
    ]);
    const sums = new Map(rows.map((sum) => [sum.plantKey, sum]));
    return plants.map(({ plantKey, hiddenParts, ...plant }) => {
      const { stationId, name, currency, installedCapacityKwp, mayAdminister } = plant;
      const sum = sums.get(plantKey);
      const hidesEnergy = hiddenParts.includes("energy");
      return {
        ...{ stationId, name, currency, installedCapacityKwp },
        mayEdit: mayEdit && mayAdminister,
        amount: sum === undefined ? null : formatAmount(parseAmount(sum.amount)),
        amountPerKwp: sum === undefined ? null : Number(sum.amount) / installedCapacityKwp,
        change: sum === undefined ? null : (changes.get(plantKey) ?? null),
        energyWh: hidesEnergy ? null : (sum?.energyWh ?? null),
        unpricedWh: hidesEnergy ? null : (sum?.unpricedWh ?? null),
        amountPerKwh:
          hidesEnergy || sum === undefined ? null : findPerKwh(parseAmount(sum.amount), sum.paidWh),
        isEstimated: sum?.isEstimated === 1,
      };
    });
  }

  return {
    /**
     * Earnings of plants over days, both included, by key, and the plants whose earnings are not computed yet. Plants
     * without data are absent. The caller has checked that it sees the earnings.
     */
    async sumPlants(
      plantKeys: readonly number[],
      days: { readonly fromDay: string; readonly toDay: string },
    ): Promise<{ sums: Map<number, PlantEarnings>; updatingKeys: number[] }> {
      const updatingKeys = await listPlantsWithoutDays(db, plantKeys);
      const rows = await sumByPlant(clickhouse, plantKeys, days);
      const sums = rows.map(({ plantKey, amount, unpricedWh, isEstimated }): [number, PlantEarnings] => [
        plantKey,
        { amount: formatAmount(parseAmount(amount)), unpricedWh, isEstimated: isEstimated === 1 },
      ]);
      return { sums: new Map(sums), updatingKeys };
    },

    /** Earnings by currency and period. A0400 for a period of another form. */
    async getPeriods(scope: Scope, query: EarningsQuery): Promise<Periods> {
      const { groups, earningsHiddenCount } = await listEarningGroups(db, scope);
      const today = findToday(groups);
      const range = getRange(query, today);
      return {
        currencies: await sumCurrencies(groups, range),
        today,
        firstDay: findFirstDay(groups),
        earningsHiddenCount,
        isUpdating: groups.some(({ isUpdating }) => isUpdating),
      };
    },

    /** A page of the plants of one currency that match a search with their earnings in a period. A0400 for a period of another form. */
    async listPlants(scope: Scope, query: PlantsQuery): Promise<DataInputOf<Home["earningsPlants"]>> {
      const { groups } = await listEarningGroups(db, scope);
      const range = getRange(query, findToday(groups));
      const currency = query.currency ?? groupByCurrency(groups)[0]?.[0];
      if (currency === undefined) return { rows: [], total: 0 };
      const found = await listFleetPlants(db, scope, { currency, search: query.search });
      const own = groups.filter((group) => group.currency === currency);
      const plants = await listPlants(found, range, {
        compared: findComparedDays(range, findDays(own).earliest),
        mayEdit: scope.permissionIds.has("station:edit"),
      });
      const from = (query.page - 1) * query.pageSize;
      return { rows: sortRows(plants, query).slice(from, from + query.pageSize), total: plants.length };
    },

    /** Plants of all currencies with the days that a period covers, for a file. A0400 for a period of another form. */
    async listAll(scope: Scope, query: EarningsQuery): Promise<{ plants: FleetPlant[]; range: BarRange }> {
      const { groups } = await listEarningGroups(db, scope);
      return {
        range: getRange(query, findToday(groups)),
        plants: await listFleetPlants(db, scope),
      };
    },
  };
}
