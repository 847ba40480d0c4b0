/** Prices as they are shown; 0 has no sign. */
export const makePriceFormat = (tag: string): Intl.NumberFormat =>
  new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 6, signDisplay: "negative" });
