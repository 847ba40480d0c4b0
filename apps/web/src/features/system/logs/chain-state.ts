import type { Verification } from "@heliograph/contract";

/**
 * `partial`: what was verified is intact, and the rows since then were not verified yet, as usual between two verifications.
 * `overdue`: the daily verification did not take place.
 */
export type ChainState = "intact" | "partial" | "overdue" | "broken" | "failed" | "never";

const OVERDUE_MS = 2 * 86_400_000;

/** What can be said of the whole log, not only of the part that was verified. */
export function judgeChain({ last, sealedNumber, waiting }: Verification, now: number): ChainState {
  if (last === null) return "never";
  if (last.result !== "intact") return last.result;
  const isWhole = waiting === 0 && (last.lastNumber ?? 0) >= (sealedNumber ?? 0);
  if (isWhole) return "intact";
  return now - Date.parse(last.endedAt) > OVERDUE_MS ? "overdue" : "partial";
}
