/** Amounts are integers of 10^-19 of a currency unit: µWh (10^-9 kWh) × price (10^-6) × factor (10^-4). */
const AMOUNT_DIGITS = 19;
const PRICE_DIGITS = 6;
const FACTOR_DIGITS = 4;
const MICRO_WH_PER_WH = 1e6;

/** Decimal text as an integer of its last digit; further digits are cut off. */
function parseDecimal(text: string, digits: number): bigint {
  const isNegative = text.startsWith("-");
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const value = BigInt(whole + fraction.slice(0, digits).padEnd(digits, "0"));
  return isNegative ? -value : value;
}

export const parsePrice = (price: string): bigint => parseDecimal(price, PRICE_DIGITS);
export const parseFactor = (factor: string): bigint => parseDecimal(factor, FACTOR_DIGITS);

/** An amount as `formatAmount` writes it. */
export const parseAmount = (amount: string): bigint => parseDecimal(amount, AMOUNT_DIGITS);

/** Amount of an energy in Wh at a price per kWh and a factor. */
export const amountOf = (energyWh: number, price: bigint, factor: bigint): bigint =>
  BigInt(Math.round(energyWh * MICRO_WH_PER_WH)) * price * factor;

export const convertEnergy = (energyWh: number, factor: bigint): number =>
  (energyWh * Number(factor)) / 10 ** FACTOR_DIGITS;

/** Average of a paid kilowatt hour, as a number; null without any. */
export const findPerKwh = (amount: bigint, paidWh: number): number | null =>
  paidWh > 0 ? Number(formatAmount(amount)) / (paidWh / 1000) : null;

/** Amount as decimal text with all its digits. */
export function formatAmount(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(AMOUNT_DIGITS + 1, "0");
  const fraction = digits.slice(-AMOUNT_DIGITS).replace(/0+$/, "");
  const whole = `${amount < 0n ? "-" : ""}${digits.slice(0, -AMOUNT_DIGITS)}`;
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** Share of an amount; exact to nine digits. */
export const scaleAmount = (amount: bigint, factor: number): bigint =>
  (amount * BigInt(Math.round(factor * 1e9))) / 1_000_000_000n;
