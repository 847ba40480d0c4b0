/** Rows of one step: progress is stored, and cancelling noticed, after each. */
export const ROWS_PER_STEP = 2_000;

/** Progress of an import, and what an earlier check of the same rows has found. */
export interface ImportStep {
  /** Rows done of the phase under way. Throws when the job was cancelled. */
  readonly report: (done: number) => Promise<void>;
  readonly startWriting: (total: number) => void;
  /** Numbers of the rows whose code was wrong in an earlier check. */
  readonly refusedBefore: ReadonlySet<number>;
}
