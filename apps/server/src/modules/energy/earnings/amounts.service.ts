import { formatAmount, parseAmount } from "./money.ts";

/** Exact sum of decimal texts; null without any. */
export function sumAmounts(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null);
  if (known.length === 0) return null;
  return formatAmount(known.reduce((sum, amount) => sum + parseAmount(amount), 0n));
}
