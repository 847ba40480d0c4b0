import type { PlaceableUnit } from "@heliograph/contract";

/** Units that are on the roof themselves: not those that others are wired to, such as strings with optimizers. */
export function listRoofUnits(units: readonly PlaceableUnit[]): PlaceableUnit[] {
  const parents = new Set(units.map(({ parentSn }) => parentSn));
  return units.filter(({ sn }) => sn === null || !parents.has(sn));
}

/** Units that may serve several modules: a string, whose modules have no electronics. */
export const listShared = (units: readonly PlaceableUnit[]): number[] =>
  units.flatMap(({ key, type }) => (type === "SCON" || type === "MCON" ? [key] : []));
