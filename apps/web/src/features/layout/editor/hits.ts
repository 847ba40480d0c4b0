import type { DraftGroup, LayoutDraft } from "@heliograph/contract";
import { middleOf, sizeOf, toGroupPoint, toRoofPoint } from "../../../shared/roof/draft/boxes.ts";
import type { Place } from "../../../shared/roof/draft/edits.ts";

type Point = readonly [x: number, y: number];

/** The group at a point of the roof, the one drawn last first. */
export function findGroup({ groups }: LayoutDraft, point: Point): DraftGroup | undefined {
  return groups.findLast((group) => {
    const [right, down] = toGroupPoint(group, point);
    const [width, height] = sizeOf(group);
    return right >= 0 && down >= 0 && right < width && down < height;
  });
}

/** The module at a point of the roof. */
export function findModule({ groups }: LayoutDraft, point: Point): Place | undefined {
  for (const group of groups.toReversed()) {
    const [right, down] = toGroupPoint(group, point);
    const row = Math.floor(down / group.moduleHeightM);
    const column = Math.floor(right / group.moduleWidthM);
    if (group.cells.some((cell) => cell.row === row && cell.column === column))
      return { groupKey: group.groupKey, row, column };
  }
  return undefined;
}

const isWithin = ([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): boolean =>
  x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);

/** Groups with their middle between two points. */
export const findGroupsWithin = ({ groups }: LayoutDraft, from: Point, to: Point): string[] =>
  groups.filter((group) => isWithin(middleOf(group), from, to)).map(({ groupKey }) => groupKey);

/** Modules with their middle between two points. */
export const findModulesWithin = ({ groups }: LayoutDraft, from: Point, to: Point): Place[] =>
  groups.flatMap((group) =>
    group.cells
      .filter(({ row, column }) =>
        isWithin(
          toRoofPoint(group, (column + 0.5) * group.moduleWidthM, (row + 0.5) * group.moduleHeightM),
          from,
          to,
        ),
      )
      .map(({ row, column }) => ({ groupKey: group.groupKey, row, column })),
  );
