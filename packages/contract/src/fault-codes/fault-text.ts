import type { FaultName } from "./faults.ts";

/** What an installer reads about a fault: one or two sentences each. */
export interface FaultText {
  readonly name: string;
  readonly cause: string;
  /** What happens now. */
  readonly effect: string;
  /** What to do. */
  readonly remedy: string;
}

/** All texts of a language; `unknownCode` is shown with every code that is not in the catalogue. */
export type FaultTexts = Readonly<Record<FaultName | "unknownCode", FaultText>>;
