import type { DraftGroup, LayoutDraft } from "@heliograph/contract";
import type { Bounds } from "../../../shared/roof/bounds.ts";
import { findBox } from "../../../shared/roof/draft/boxes.ts";
import type { Place } from "../../../shared/roof/draft/edits.ts";

/** Around the groups, so that new ones have space: a part of their size, in metres at least and at most. */
const MARGIN_SHARE = 0.15;
const MIN_MARGIN_M = 2;
const MAX_MARGIN_M = 8;

/** What the editor shows of a layout. */
export function editorBounds({ groups }: LayoutDraft): Bounds {
  const { left, top, right, bottom } = findBox(groups);
  const share = Math.max(right - left, bottom - top) * MARGIN_SHARE;
  const margin = Math.min(Math.max(share, MIN_MARGIN_M), MAX_MARGIN_M);
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
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

/** A name that no group has: `West 2` after `West`. */
export function nextName(name: string, { groups }: LayoutDraft): string {
  const taken = new Set(groups.map((group) => group.name));
  if (!taken.has(name)) return name;
  const base = name.replace(/ \d+$/u, "");
  for (let number = 2; ; number++)
    if (!taken.has(`${base} ${number}`)) return `${base} ${number}`.slice(0, 60);
}

export const countModules = (groups: readonly DraftGroup[]): number =>
  groups.reduce((sum, { cells }) => sum + cells.length, 0);

/** Places of the groups without a unit. */
export const listEmptyPlaces = (groups: readonly DraftGroup[]): Place[] =>
  groups.flatMap(({ groupKey, cells }) =>
    cells.flatMap(({ row, column, unit }) => (unit === null ? [{ groupKey, row, column }] : [])),
  );
