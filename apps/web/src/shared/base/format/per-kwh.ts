/** Money per kilowatt hour; four decimals, which prices of energy differ in. */
export const formatUnitPrice = (amount: number, currency: string, tag: string): string =>
  new Intl.NumberFormat(tag, {
    style: "currency",
    currency,
    minimumFractionDigits: 4,
    maximumFractionDigits: 4,
  }).format(amount);
