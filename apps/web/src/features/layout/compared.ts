import { MAX_SELECTED } from "../../shared/roof/use-layout-address.ts";

/** Why not all units of an area are compared, or why earlier ones are no longer. */
export type CutReason = "deviating" | "first" | "replaced";

export interface Compared {
  readonly units: readonly number[];
  /** Undefined where nothing was left out: the units of the area, or the earlier ones that were removed. */
  readonly cut?: { readonly reason: CutReason; readonly count: number };
}

/**
 * Adds the units of an area to the selected ones. Of more than can be compared, those of the area take precedence, and of
 * these the ones whose power differs most from that of their peers; without any ratio the first ones.
 */
export function addArea(
  selected: readonly number[],
  area: readonly number[],
  ratios: Float32Array | undefined,
): Compared {
  const all = [...new Set([...selected, ...area])];
  if (all.length <= MAX_SELECTED) return { units: all };
  if (area.length <= MAX_SELECTED)
    return {
      units: [...new Set([...area, ...selected])].slice(0, MAX_SELECTED),
      cut: { reason: "replaced", count: all.length - MAX_SELECTED },
    };
  const ratioOf = (unit: number): number => ratios?.[unit] ?? Number.NaN;
  const known = area.filter((unit) => !Number.isNaN(ratioOf(unit)));
  const unknown = area.filter((unit) => Number.isNaN(ratioOf(unit)));
  known.sort((one, other) => Math.abs(ratioOf(other) - 1) - Math.abs(ratioOf(one) - 1));
  return {
    units: [...known, ...unknown].slice(0, MAX_SELECTED),
    cut: { reason: known.length > 0 ? "deviating" : "first", count: area.length },
  };
}
