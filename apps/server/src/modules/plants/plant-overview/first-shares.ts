import type { ExpectedShares } from "../../energy/metering/metering.service.ts";

/**
 * The first plants in the order of their shares, in no order, with all that are equal to the last of them: a page at the
 * start of a list does not need the others. Those compared with measured irradiance come first, in either order.
 */
export function takeFirstShares(
  all: ExpectedShares,
  { count, order }: { readonly count: number; readonly order: "asc" | "desc" },
): ExpectedShares {
  const sign = order === "asc" ? 1 : -1;
  const sortOf = (kind: number) =>
    Float64Array.from(
      all.shares.filter((_, index) => all.isIrradiance[index] === kind),
      (share) => sign * share,
    ).sort();
  const measured = sortOf(1);
  const left = count - measured.length;
  const limits = [
    left > 0 ? (sortOf(0)[left - 1] ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY,
    measured[count - 1] ?? Number.POSITIVE_INFINITY,
  ];
  const isFirst = (_: unknown, index: number) =>
    sign * (all.shares[index] ?? 0) <= (limits[all.isIrradiance[index] ?? 0] ?? 0);
  return {
    plantKeys: all.plantKeys.filter(isFirst),
    shares: all.shares.filter(isFirst),
    isIrradiance: all.isIrradiance.filter(isFirst),
  };
}
