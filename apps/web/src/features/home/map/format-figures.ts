import { formatNumber } from "../../../shared/base/format/numbers.ts";

/** Figures of a cluster: how many plants have its status, and of how many where others do not: "34/1,668". */
export function formatFigures(count: number, affected: number, tag: string): readonly [string, string] {
  const total = affected === count ? "" : `/${formatNumber(count, tag, 0)}`;
  return [formatNumber(affected, tag, 0), total];
}
