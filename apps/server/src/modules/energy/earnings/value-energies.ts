import { amountOf, convertEnergy, parseFactor } from "./money.ts";

/** Energy of a plant at one quarter hour of its local clock, added up over the days of a period under one tariff. */
export interface SlotEnergy {
  readonly plantKey: number;
  /** `2026-03-29`, `2026-03` or `2026`. */
  readonly period: string;
  /** Index of the tariff in force on the days. */
  readonly tariffIndex: number;
  /** Index of the metering set that counted. */
  readonly setIndex: number;
  /** Quarter hour of the day, 0 to 95; null where it is not known. */
  readonly quarter: number | null;
  /** 1 on corrected days: their energy is that of a meter. */
  readonly isCorrected: 0 | 1;
  readonly energyWh: number;
}

/** What energies are valued by. */
export interface Valuation {
  /** Price of each quarter hour of the day by tariff, in order of their start; undefined without a price. */
  readonly prices: readonly (readonly (bigint | undefined)[])[];
  /** Price by tariff of energy whose quarter hour is not known; undefined where the price depends on it. */
  readonly untimedPrices: readonly (bigint | undefined)[];
  /** Factor of each metering set, and whether it converts from DC. */
  readonly sets: readonly { readonly factor: bigint; readonly isDc: boolean }[];
}

/** Earnings of some energy; the amount is that of the priced part alone. */
export interface Earned {
  readonly amount: bigint;
  readonly energyWh: number;
  readonly unpricedWh: number;
  /** Energy that the amount is for: the priced part, that of the DC side converted. */
  readonly paidWh: number;
  /** Priced energy of the DC side is in the amount. */
  readonly isEstimated: boolean;
}

const AC_FACTOR = parseFactor("1");

const nothing: Earned = { amount: 0n, energyWh: 0, unpricedWh: 0, paidWh: 0, isEstimated: false };

export const addEarned = (earned: readonly Earned[]): Earned =>
  earned.reduce(
    (sum, each) => ({
      amount: sum.amount + each.amount,
      energyWh: sum.energyWh + each.energyWh,
      unpricedWh: sum.unpricedWh + each.unpricedWh,
      paidWh: sum.paidWh + each.paidWh,
      isEstimated: sum.isEstimated || each.isEstimated,
    }),
    nothing,
  );

function valueEnergy(
  { tariffIndex, setIndex, quarter, isCorrected, energyWh }: SlotEnergy,
  { prices, untimedPrices, sets }: Valuation,
): Earned {
  const price = quarter === null ? untimedPrices[tariffIndex] : prices[tariffIndex]?.[quarter];
  const counted = sets[setIndex];
  if (price === undefined || counted === undefined) return { ...nothing, energyWh, unpricedWh: energyWh };
  const isDc = counted.isDc && isCorrected === 0;
  const factor = isDc ? counted.factor : AC_FACTOR;
  return {
    amount: amountOf(energyWh, price, factor),
    energyWh,
    unpricedWh: 0,
    paidWh: convertEnergy(energyWh, factor),
    isEstimated: isDc && energyWh > 0,
  };
}

/** Energies valued, and added up by what `keyOf` gives. */
export function valueEnergies<Key>(
  energies: readonly SlotEnergy[],
  valuation: Valuation,
  keyOf: (energy: SlotEnergy) => Key,
): Map<Key, Earned> {
  const groups = Map.groupBy(energies, keyOf);
  return new Map(
    [...groups].map(([key, group]) => [key, addEarned(group.map((each) => valueEnergy(each, valuation)))]),
  );
}
