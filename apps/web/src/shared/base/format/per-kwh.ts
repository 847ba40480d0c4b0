interface EarnedEnergy {
  /** Decimal text. */
  readonly amount: string | null;
  readonly energyWh: number | null;
  readonly unpricedWh: number | null;
}

/** Average earnings of a priced kilowatt hour; null without any. */
export function findPerKwh({ amount, energyWh, unpricedWh }: EarnedEnergy): number | null {
  if (amount === null || energyWh === null) return null;
  const pricedKwh = (energyWh - (unpricedWh ?? 0)) / 1000;
  return pricedKwh > 0 ? Number(amount) / pricedKwh : null;
}

/** Money per kilowatt hour; four decimals, which prices of energy differ in. */
export const formatUnitPrice = (amount: number, currency: string, tag: string): string =>
  new Intl.NumberFormat(tag, {
    style: "currency",
    currency,
    minimumFractionDigits: 4,
    maximumFractionDigits: 4,
  }).format(amount);
