import type { LayoutDraft, PlaceableUnit } from "@heliograph/contract";

/** Units that are on the roof themselves: not those that others are wired to, such as strings with optimizers. */
function listRoofUnits(units: readonly PlaceableUnit[]): PlaceableUnit[] {
  const parents = new Set(units.map(({ parentSn }) => parentSn));
  return units.filter(({ sn }) => sn === null || !parents.has(sn));
}

/** Units that may serve several modules: a string, whose modules have no electronics. */
export const listShared = (units: readonly PlaceableUnit[]): number[] =>
  units.flatMap(({ key, type }) => (type === "SCON" || type === "MCON" ? [key] : []));

/** Units on the roof without a place in the layout. */
export function listUnplaced(units: readonly PlaceableUnit[], { groups }: LayoutDraft): PlaceableUnit[] {
  const placed = new Set(groups.flatMap(({ cells }) => cells.map(({ unit }) => unit)));
  return listRoofUnits(units).filter(({ key, type }) => type !== null && !placed.has(key));
}

/** Looks the names of units up by their keys. */
export function unitNames(units: readonly PlaceableUnit[]): (unit: number) => string {
  const names = new Map(units.map(({ key, sn, label }) => [key, label || sn || ""]));
  return (unit) => names.get(unit) ?? "";
}
