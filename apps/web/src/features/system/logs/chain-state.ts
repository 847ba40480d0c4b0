import type { Verification } from "@heliograph/contract";

/** `partial`: what was verified is intact, and there are rows that were not verified yet. */
export type ChainState = "intact" | "partial" | "broken" | "failed" | "never";

/** What can be said of the whole log, not only of the part that was verified. */
export function judgeChain({ last, sealedNumber, waiting }: Verification): ChainState {
  if (last === null) return "never";
  if (last.result !== "intact") return last.result;
  const isWhole = waiting === 0 && (last.lastNumber ?? 0) >= (sealedNumber ?? 0);
  return isWhole ? "intact" : "partial";
}
