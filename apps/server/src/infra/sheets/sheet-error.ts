import type { MessageKey } from "@heliograph/contract";

/** Why a file cannot be read as a table. */
export type SheetProblem = Extract<MessageKey, `importFile.${string}`>;

export class SheetError extends Error {
  readonly problem: SheetProblem;
  readonly params: Readonly<Record<string, string | number>>;
  constructor(problem: SheetProblem, params: Readonly<Record<string, string | number>> = {}) {
    super(problem);
    this.problem = problem;
    this.params = params;
  }
}
