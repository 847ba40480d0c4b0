import type { DraftCell, DraftGroup, LayoutBackground, LayoutDraft } from "@heliograph/contract";
import { findBox, middleOf, placeAround } from "./boxes.ts";

/** A place of a module: row and column from 0. */
export interface Place {
  readonly groupKey: string;
  readonly row: number;
  readonly column: number;
}

/** What a user enters for a group. */
export type GroupFields = Omit<DraftGroup, "groupKey" | "cells">;

/** One step of editing. It can be applied to any layout: what it names and is not there is left out. */
export type Edit =
  | { readonly kind: "addGroups"; readonly groups: readonly DraftGroup[] }
  | { readonly kind: "removeGroups"; readonly groupKeys: readonly string[] }
  | { readonly kind: "move"; readonly groupKeys: readonly string[]; readonly xM: number; readonly yM: number }
  /** Around the middle of the groups together, clockwise. */
  | { readonly kind: "rotate"; readonly groupKeys: readonly string[]; readonly byDeg: number }
  /** Each group by its own distance: aligning and distributing. */
  | { readonly kind: "arrange"; readonly shifts: Readonly<Record<string, readonly [number, number]>> }
  | { readonly kind: "change"; readonly groupKeys: readonly string[]; readonly fields: Partial<GroupFields> }
  | { readonly kind: "addModules"; readonly places: readonly Place[] }
  | { readonly kind: "removeModules"; readonly places: readonly Place[] }
  /** A unit leaves the places it had, unless it may serve several modules; null takes the unit away. */
  | {
      readonly kind: "assign";
      readonly units: readonly (Place & { readonly unit: number | null })[];
      readonly shared: readonly number[];
    }
  | { readonly kind: "setPole"; readonly places: readonly Place[]; readonly pole: number | null }
  /** The photograph under the modules; undefined takes it away. */
  | { readonly kind: "background"; readonly background: LayoutBackground | undefined }
  | { readonly kind: "replace"; readonly layout: LayoutDraft };

const MILLIMETRES = 1000;
/** Without the digits that turning back and forth leaves behind. */
const toMillimetres = (metres: number): number => Math.round(metres * MILLIMETRES) / MILLIMETRES || 0;

/** From 0 to below 360. */
export const toFullTurn = (degrees: number): number => {
  const turned = Math.round((((degrees % 360) + 360) % 360) * 100) / 100;
  return turned === 360 ? 0 : turned;
};

/** A module in every place of a group. */
export const fillCells = (rows: number, columns: number): DraftCell[] =>
  Array.from({ length: rows * columns }, (_, index) => ({
    row: Math.floor(index / columns),
    column: index % columns,
    unit: null,
    pole: null,
  }));

const inOrder = (one: DraftCell, other: DraftCell): number =>
  one.row - other.row || one.column - other.column;

/** Other numbers of rows and columns: what is outside goes, and new places have modules. */
function resize(group: DraftGroup, rows: number, columns: number): DraftGroup {
  const kept = group.cells.filter((cell) => cell.row < rows && cell.column < columns);
  const added = fillCells(rows, columns).filter(
    ({ row, column }) => row >= group.rows || column >= group.columns,
  );
  return { ...group, rows, columns, cells: [...kept, ...added].sort(inOrder) };
}

function changeGroup(group: DraftGroup, fields: Partial<GroupFields>): DraftGroup {
  const { rows = group.rows, columns = group.columns, rotationDeg, ...others } = fields;
  const resized = rows === group.rows && columns === group.columns ? group : resize(group, rows, columns);
  const turned =
    rotationDeg === undefined ? resized : placeAround(resized, middleOf(resized), toFullTurn(rotationDeg));
  return { ...turned, ...others };
}

function rotate(groups: readonly DraftGroup[], groupKeys: readonly string[], byDeg: number): DraftGroup[] {
  const turned = groups.filter(({ groupKey }) => groupKeys.includes(groupKey));
  if (turned.length === 0) return [...groups];
  const box = findBox(turned);
  const [pivotX, pivotY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const angle = (byDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return groups.map((group) => {
    if (!groupKeys.includes(group.groupKey)) return group;
    const [x, y] = turned.length === 1 ? [0, 0] : [middleOf(group)[0] - pivotX, middleOf(group)[1] - pivotY];
    const middle =
      turned.length === 1
        ? middleOf(group)
        : ([pivotX + x * cos - y * sin, pivotY + x * sin + y * cos] as const);
    return rounded(placeAround(group, middle, toFullTurn(group.rotationDeg + byDeg)));
  });
}

const rounded = (group: DraftGroup): DraftGroup => ({
  ...group,
  xM: toMillimetres(group.xM),
  yM: toMillimetres(group.yM),
});

const shift = (group: DraftGroup, xM: number, yM: number): DraftGroup =>
  rounded({ ...group, xM: group.xM + xM, yM: group.yM + yM });

/** Name of a place in sets and maps. */
export const placeKey = ({ groupKey, row, column }: Place): string => `${groupKey}/${row}/${column}`;

function changeCells(
  groups: readonly DraftGroup[],
  change: (cell: DraftCell, key: string) => DraftCell | undefined,
): DraftGroup[] {
  return groups.map((group) => {
    const cells = group.cells.flatMap((cell) => {
      const next = change(cell, placeKey({ groupKey: group.groupKey, ...cell }));
      return next === undefined ? [] : [next];
    });
    const isSame = cells.length === group.cells.length && cells.every((cell, at) => cell === group.cells[at]);
    return isSame ? group : { ...group, cells };
  });
}

function addModules(groups: readonly DraftGroup[], places: readonly Place[]): DraftGroup[] {
  return groups.map((group) => {
    const taken = new Set(group.cells.map(({ row, column }) => `${row}/${column}`));
    const added = places.filter(
      ({ groupKey, row, column }) =>
        groupKey === group.groupKey &&
        row < group.rows &&
        column < group.columns &&
        !taken.has(`${row}/${column}`),
    );
    if (added.length === 0) return group;
    const cells = added.map(({ row, column }) => ({ row, column, unit: null, pole: null }));
    return { ...group, cells: [...group.cells, ...cells].sort(inOrder) };
  });
}

function assign(
  groups: readonly DraftGroup[],
  { units, shared }: Extract<Edit, { kind: "assign" }>,
): DraftGroup[] {
  const byPlace = new Map(units.map((each) => [placeKey(each), each.unit]));
  const moved = new Set(
    units.map(({ unit }) => unit).filter((unit) => unit !== null && !shared.includes(unit)),
  );
  return changeCells(groups, (cell, key) => {
    const next = byPlace.get(key);
    if (next !== undefined) return next === cell.unit ? cell : { ...cell, unit: next };
    return cell.unit !== null && moved.has(cell.unit) ? { ...cell, unit: null } : cell;
  });
}

type GroupEdit = Exclude<Edit, { readonly kind: "replace" | "background" }>;

function editGroups(groups: readonly DraftGroup[], edit: GroupEdit): DraftGroup[] {
  switch (edit.kind) {
    case "addGroups":
      return [...groups, ...edit.groups];
    case "removeGroups":
      return groups.filter(({ groupKey }) => !edit.groupKeys.includes(groupKey));
    case "move":
      return groups.map((group) =>
        edit.groupKeys.includes(group.groupKey) ? shift(group, edit.xM, edit.yM) : group,
      );
    case "rotate":
      return rotate(groups, edit.groupKeys, edit.byDeg);
    case "arrange":
      return groups.map((group) => {
        const by = edit.shifts[group.groupKey];
        return by === undefined ? group : shift(group, ...by);
      });
    case "change":
      return groups.map((group) =>
        edit.groupKeys.includes(group.groupKey) ? rounded(changeGroup(group, edit.fields)) : group,
      );
    case "addModules":
      return addModules(groups, edit.places);
    case "removeModules": {
      const gone = new Set(edit.places.map(placeKey));
      return changeCells(groups, (cell, key) => (gone.has(key) ? undefined : cell));
    }
    case "assign":
      return assign(groups, edit);
    case "setPole": {
      const changed = new Set(edit.places.map(placeKey));
      return changeCells(groups, (cell, key) => (changed.has(key) ? { ...cell, pole: edit.pole } : cell));
    }
  }
}

/** The layout after a step; the given one stays as it is. */
export function applyEdit(layout: LayoutDraft, edit: Edit): LayoutDraft {
  if (edit.kind === "replace") return edit.layout;
  if (edit.kind !== "background") return { ...layout, groups: editGroups(layout.groups, edit) };
  const { background: _, ...rest } = layout;
  return edit.background === undefined ? rest : { ...rest, background: edit.background };
}
