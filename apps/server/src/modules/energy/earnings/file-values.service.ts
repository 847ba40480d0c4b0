/** Digits of an amount in a file; prices have as many. */
const DIGITS = 6;

/** An amount as a number of a file. */
export const toFileAmount = (amount: string | null): number | null =>
  amount === null ? null : Number(Number(amount).toFixed(DIGITS));

/** An energy as kWh of a file. */
export const toFileKwh = (energyWh: number | null): number | null =>
  energyWh === null ? null : energyWh / 1000;
