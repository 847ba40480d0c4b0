import { formatNumber } from "../../base/format/numbers.ts";

/** The number of rows that match, with a plus sign where more match. */
export const formatTotal = (total: number, isCapped: boolean, tag: string): string =>
  `${formatNumber(total, tag, 0)}${isCapped ? "+" : ""}`;
