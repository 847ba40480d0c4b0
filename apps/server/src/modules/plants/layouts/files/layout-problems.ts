import type { MessageKey } from "@heliograph/contract";

export type LayoutFileMessage = Extract<MessageKey, `layoutFile.${string}`>;

/** What is wrong with a file, and where: the row as spreadsheet programs count, and the column by its title or letters. */
export interface LayoutFileProblem {
  readonly key: LayoutFileMessage;
  /** Null in JSON, where the column is the path of the value. */
  readonly row: number | null;
  readonly column: string;
  readonly value: string;
}

/** More are not listed. */
export const MAX_PROBLEMS = 100;
