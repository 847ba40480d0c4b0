import { listDays } from "@heliograph/solar";
import { formatAmount, scaleAmount } from "./money.ts";

/** Fewer days say nothing about a year. */
const MIN_DAYS = 30;
const DAYS_PER_YEAR = 365.25;

interface Payback {
  readonly years: number;
  readonly investment: string;
  readonly yearlyAmount: string;
  readonly days: number;
}

/** Time in which the average yearly earnings since the first day with data pay an investment back; null where it is unknown. */
export function payBack(
  { investment }: { readonly investment: string | null },
  earned: { readonly amount: bigint; readonly firstDay: string | null; readonly today: string },
): Payback | null {
  const { amount, firstDay, today } = earned;
  if (investment === null || Number(investment) === 0 || firstDay === null || amount <= 0n) return null;
  const days = listDays(firstDay, today).length;
  if (days < MIN_DAYS) return null;
  const yearlyAmount = formatAmount(scaleAmount(amount, DAYS_PER_YEAR / days));
  return { years: Number(investment) / Number(yearlyAmount), investment, yearlyAmount, days };
}
