import type { DraftGroup, LayoutDraft } from "@heliograph/contract";
import type { Place } from "./edits.ts";
import { placeKey } from "./edits.ts";

/** What a layout changes of another one. */
interface LayoutDiff {
  readonly addedGroups: readonly string[];
  readonly removedGroups: readonly string[];
  /** Groups with another place, size, name or orientation. */
  readonly changedGroups: readonly string[];
  readonly addedModules: number;
  readonly removedModules: number;
  /** Keys of units that have a place now, have none any more, or have another one. */
  readonly placedUnits: readonly number[];
  readonly unplacedUnits: readonly number[];
  readonly movedUnits: readonly number[];
  readonly changedPoles: number;
  /** 1 where another photograph is under the modules, or at another place. */
  readonly changedBackgrounds: number;
}

const describe = (fields: object = {}): string =>
  JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));

const fields = ({ cells: _, ...group }: DraftGroup): string => describe(group);

function listPlaces({ groups }: LayoutDraft) {
  const places = new Map<string, { readonly unit: number | null; readonly pole: number | null }>();
  const units = new Map<number, string[]>();
  for (const group of groups)
    for (const cell of group.cells) {
      const key = placeKey({ groupKey: group.groupKey, ...cell });
      places.set(key, cell);
      if (cell.unit !== null) units.set(cell.unit, [...(units.get(cell.unit) ?? []), key]);
    }
  return { places, units };
}

export function findDiff(before: LayoutDraft, after: LayoutDraft): LayoutDiff {
  const oldGroups = new Map(before.groups.map((group) => [group.groupKey, group]));
  const newGroups = new Map(after.groups.map((group) => [group.groupKey, group]));
  const [old, next] = [listPlaces(before), listPlaces(after)];
  const poles = [...next.places].filter(([key, { pole }]) => (old.places.get(key)?.pole ?? null) !== pole);
  return {
    addedGroups: after.groups.flatMap(({ groupKey, name }) => (oldGroups.has(groupKey) ? [] : [name])),
    removedGroups: before.groups.flatMap(({ groupKey, name }) => (newGroups.has(groupKey) ? [] : [name])),
    changedGroups: after.groups.flatMap((group) => {
      const other = oldGroups.get(group.groupKey);
      return other !== undefined && fields(other) !== fields(group) ? [group.name] : [];
    }),
    addedModules: [...next.places.keys()].filter((key) => !old.places.has(key)).length,
    removedModules: [...old.places.keys()].filter((key) => !next.places.has(key)).length,
    placedUnits: [...next.units.keys()].filter((unit) => !old.units.has(unit)),
    unplacedUnits: [...old.units.keys()].filter((unit) => !next.units.has(unit)),
    movedUnits: [...next.units].flatMap(([unit, places]) => {
      const were = old.units.get(unit);
      return were !== undefined && were.sort().join() !== places.sort().join() ? [unit] : [];
    }),
    changedPoles: poles.length,
    changedBackgrounds: describe(before.background) === describe(after.background) ? 0 : 1,
  };
}

/** Modules of a layout that another one does not have, or has with another unit, or in a group at another place or plane. */
export function listChangedPlaces(before: LayoutDraft, after: LayoutDraft): Place[] {
  const planeOf = (group: DraftGroup): string => fields({ ...group, name: "" });
  const groups = new Map(before.groups.map((group) => [group.groupKey, planeOf(group)]));
  const { places } = listPlaces(before);
  return after.groups.flatMap((group) => {
    const isSameGroup = groups.get(group.groupKey) === planeOf(group);
    return group.cells.flatMap(({ unit, pole, ...at }) => {
      const place = { groupKey: group.groupKey, ...at };
      const other = places.get(placeKey(place));
      return isSameGroup && other?.unit === unit && other.pole === pole ? [] : [place];
    });
  });
}

/** Whether publishing would change anything. */
export const isSameLayout = (one: LayoutDraft, other: LayoutDraft): boolean => {
  const diff = findDiff(one, other);
  return Object.values(diff).every((each) => (Array.isArray(each) ? each.length === 0 : each === 0));
};
