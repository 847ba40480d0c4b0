import { CSV_START } from "@heliograph/contract/csv";

/** A CSV file of lines made by `toCsvLine`. */
export const toCsv = (lines: readonly string[]): Blob =>
  new Blob([CSV_START, ...lines], { type: "text/csv;charset=utf-8" });
