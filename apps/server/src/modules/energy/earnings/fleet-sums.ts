import type { DataInputOf, endpoints } from "@heliograph/contract";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { BarRange } from "../metering/bar-periods.service.ts";
import type { Days } from "./compared-days.ts";
import { findComparedDays } from "./compared-days.ts";
import type { AmountSum } from "./day-earnings.repository.ts";
import { sumGroupsByDay, sumGroupsByPeriod } from "./day-earnings.repository.ts";
import type { EarningGroup } from "./fleet-plants.repository.ts";
import { findPerKwh, formatAmount, parseAmount } from "./money.ts";

type Currency = DataInputOf<typeof endpoints.home.earningsPeriods>["currencies"][number];
export type Comparison = NonNullable<Currency["comparison"]>;

/** The plants of a currency. */
type CurrencyPlants = readonly EarningGroup[];

/** Sum of plants; energies are those of the plants that show theirs, null where none does. */
interface FleetSum {
  readonly amount: string;
  readonly energyWh: number | null;
  readonly unpricedWh: number | null;
  /** Of the plants that show their energy alone, since an amount of others would be divided by no energy. */
  readonly amountPerKwh: number | null;
  readonly isEstimated: boolean;
}

/** Sum of a period over the plants of a currency that show their energy, or of those that hide it. */
export interface Part extends AmountSum {
  readonly period: string;
  readonly hidesEnergy: boolean;
}

const addAmounts = (parts: readonly { readonly amount: string }[]): bigint =>
  parts.reduce((total, { amount }) => total + parseAmount(amount), 0n);

export function addParts(parts: readonly Omit<Part, "period">[], hidesAllEnergy: boolean): FleetSum {
  const shown = parts.filter(({ hidesEnergy }) => !hidesEnergy);
  const sum = (of: (part: AmountSum) => number) =>
    hidesAllEnergy ? null : shown.reduce((total, part) => total + of(part), 0);
  return {
    amount: formatAmount(addAmounts(parts)),
    energyWh: sum(({ energyWh }) => energyWh),
    unpricedWh: sum(({ unpricedWh }) => unpricedWh),
    amountPerKwh: findPerKwh(addAmounts(shown), sum(({ paidWh }) => paidWh) ?? 0),
    isEstimated: parts.some(({ isEstimated }) => isEstimated === 1),
  };
}

/** Plants with data since a day. */
const listKnownSince = (groups: readonly EarningGroup[], day: string): number[] =>
  groups.flatMap(({ plantKeys, firstDays }) =>
    plantKeys.filter((_, index) => {
      const firstDay = firstDays[index] ?? null;
      return firstDay !== null && firstDay <= day;
    }),
  );

/** Sums of each currency by period. */
export async function sumByCurrency(
  clickhouse: ClickHouse,
  currencies: readonly CurrencyPlants[],
  range: BarRange,
): Promise<Part[][]> {
  const listKeys = (plants: CurrencyPlants, hidesEnergy: boolean) =>
    plants.flatMap((group) => (group.hidesEnergy === hidesEnergy ? group.plantKeys : []));
  const groups = currencies.flatMap((plants) => [listKeys(plants, false), listKeys(plants, true)]);
  const rows = await sumGroupsByPeriod(clickhouse, groups, range);
  const byGroup = Map.groupBy(rows, ({ group }) => group);
  return currencies.map((_, index) =>
    [false, true].flatMap((hidesEnergy) =>
      (byGroup.get(2 * index + Number(hidesEnergy)) ?? []).map((row) => ({ ...row, hidesEnergy })),
    ),
  );
}

/** The one that ends later; both begin on the same day. */
const widen = (one: Days, other: Days): Days => (one.toDay > other.toDay ? one : other);

/**
 * The days of each currency that are over beside those of the period before, of the same plants: a new plant is no increase.
 * Null where there is nothing to compare.
 */
export async function compareByCurrency(
  clickhouse: ClickHouse,
  currencies: readonly CurrencyPlants[],
  // A day is over once it is in the zone of the last of the plants.
  { range, todayOf }: { readonly range: BarRange; readonly todayOf: (plants: CurrencyPlants) => string },
): Promise<(Comparison | null)[]> {
  const compared = currencies.map((plants) => {
    const days = findComparedDays(range, todayOf(plants));
    return { days, keys: days === undefined ? [] : listKnownSince(plants, days.before.fromDay) };
  });
  const all = compared.flatMap(({ days }) => days ?? []);
  if (all.length === 0) return currencies.map(() => null);
  const rows = await sumGroupsByDay(
    clickhouse,
    compared.map(({ keys }) => keys),
    [all.map(({ shown }) => shown).reduce(widen), all.map(({ before }) => before).reduce(widen)],
  );
  const byGroup = Map.groupBy(rows, ({ group }) => group);
  return compared.map(({ days, keys }, index) => {
    if (days === undefined || keys.length === 0) return null;
    const own = byGroup.get(index) ?? [];
    const sum = ({ fromDay, toDay }: Days) => ({
      ...{ fromDay, toDay },
      amount: formatAmount(addAmounts(own.filter(({ day }) => day >= fromDay && day <= toDay))),
    });
    return { ...sum(days.shown), before: sum(days.before), plantCount: keys.length };
  });
}
