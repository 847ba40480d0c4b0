import type { endpoints } from "virtual:endpoints";
import type { DataOf, LayoutDraft, PlaceableUnit } from "@heliograph/contract";

export type Version = DataOf<typeof endpoints.layout.version>;
type VersionUnit = Version["units"][number];

const listUnits = ({ groups }: LayoutDraft): ReadonlySet<number | null> =>
  new Set(groups.flatMap(({ cells }) => cells.map(({ unit }) => unit)));

/**
 * A version as the draft can have it, and its units that have left the plant: their modules are without a unit. An empty slot
 * that the draft still has stays, because the history of its place is in it. A device that has returned to the plant is in
 * its new slot.
 */
export function restoreVersion(
  { layout, units }: Version,
  { draft, placeable }: { readonly draft: LayoutDraft; readonly placeable: readonly PlaceableUnit[] },
): { readonly layout: LayoutDraft; readonly missing: readonly VersionUnit[] } {
  const [inDraft, inVersion] = [listUnits(draft), listUnits(layout)];
  const returned = new Map(placeable.flatMap(({ sn, key }) => (sn === null ? [] : [[sn, key]])));
  const replaced = new Map<number, number | null>();
  const placed = new Set(inVersion);
  const missing: VersionUnit[] = [];
  for (const unit of units) {
    if (unit.isInPlant || inDraft.has(unit.key)) continue;
    const key = unit.sn === null ? undefined : returned.get(unit.sn);
    const isReturned = key !== undefined && !placed.has(key);
    if (isReturned) placed.add(key);
    else if (unit.sn !== null) missing.push(unit);
    replaced.set(unit.key, isReturned ? key : null);
  }
  if (replaced.size === 0) return { layout, missing };
  const groups = layout.groups.map((group) => ({
    ...group,
    cells: group.cells.map((cell) => {
      const key = cell.unit === null ? undefined : replaced.get(cell.unit);
      return key === undefined ? cell : { ...cell, unit: key };
    }),
  }));
  return { layout: { ...layout, groups }, missing };
}
