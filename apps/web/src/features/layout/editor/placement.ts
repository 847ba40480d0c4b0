import type { DraftGroup, LayoutBackground, LayoutDraft } from "@heliograph/contract";
import { MAX_GROUP_NAME } from "@heliograph/contract/layout-limits";
import type { Bounds } from "../../../shared/roof/bounds.ts";
import { findBox } from "../../../shared/roof/draft/boxes.ts";
import type { Place } from "../../../shared/roof/draft/edits.ts";
import { fillCells } from "../../../shared/roof/draft/edits.ts";

/** Around the groups, so that new ones have space: a part of their size, in metres at least and at most. */
const MARGIN_SHARE = 0.15;
const MIN_MARGIN_M = 2;
const MAX_MARGIN_M = 8;

/** A photograph has a place on the roof as a group of one module has. */
const toGroup = ({ pictureKey, widthM, heightM, xM, yM, rotationDeg }: LayoutBackground): DraftGroup => ({
  ...{ groupKey: pictureKey, name: "", rows: 1, columns: 1, tiltDeg: null, azimuthDeg: null, cells: [] },
  ...{ xM, yM, rotationDeg },
  moduleWidthM: widthM,
  moduleHeightM: heightM,
});

/** What the editor shows of a layout: its groups and the photograph under them. */
export function editorBounds({ groups, background }: LayoutDraft): Bounds {
  const { left, top, right, bottom } = findBox(groups);
  const share = Math.max(right - left, bottom - top) * MARGIN_SHARE;
  const margin = Math.min(Math.max(share, MIN_MARGIN_M), MAX_MARGIN_M);
  const around = { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
  return background === undefined ? around : joinBounds(around, findBox([toGroup(background)]));
}

export const joinBounds = (one: Bounds, other: Bounds): Bounds => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

/** Right of the groups that are there. */
export function findFreePlace({ groups }: LayoutDraft): readonly [number, number] {
  const { right, top } = findBox(groups);
  return groups.length === 0 ? [0, 0] : [Math.ceil(right) + 1, Math.round(top * 100) / 100];
}

/** A name that no group has: `West 2` after `West`. Groups without a name stay so. */
export function nextName(name: string, { groups }: LayoutDraft): string {
  const taken = new Set(groups.map((group) => group.name));
  if (name === "" || !taken.has(name)) return name;
  const base = name.replace(/ \d+$/u, "");
  for (let number = 2; ; number++) {
    const suffix = ` ${number}`;
    const next = base.slice(0, MAX_GROUP_NAME - suffix.length) + suffix;
    if (!taken.has(next)) return next;
  }
}

const PASTE_OFFSET_M = 1;

/** Copies of groups beside them. A unit has one place: copies are without. */
export function copyGroups(groups: readonly DraftGroup[], layout: LayoutDraft): DraftGroup[] {
  const copies: DraftGroup[] = [];
  for (const group of groups)
    copies.push({
      ...group,
      groupKey: crypto.randomUUID(),
      name: nextName(group.name, { groups: [...layout.groups, ...copies] }),
      xM: group.xM + PASTE_OFFSET_M,
      yM: group.yM + PASTE_OFFSET_M,
      cells: group.cells.map((cell) => ({ ...cell, unit: null })),
    });
  return copies;
}

export const countModules = (groups: readonly DraftGroup[]): number =>
  groups.reduce((sum, { cells }) => sum + cells.length, 0);

/** Places within the rows and columns of the groups where no module is. */
export const listMissingPlaces = (groups: readonly DraftGroup[]): Place[] =>
  groups.flatMap(({ groupKey, rows, columns, cells }) => {
    const taken = new Set(cells.map(({ row, column }) => row * columns + column));
    return fillCells(rows, columns).flatMap(({ row, column }, index) =>
      taken.has(index) ? [] : [{ groupKey, row, column }],
    );
  });

/** Places of the groups without a unit. */
export const listEmptyPlaces = (groups: readonly DraftGroup[]): Place[] =>
  groups.flatMap(({ groupKey, cells }) =>
    cells.flatMap(({ row, column, unit }) => (unit === null ? [{ groupKey, row, column }] : [])),
  );
