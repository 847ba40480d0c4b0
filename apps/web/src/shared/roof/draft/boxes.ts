import type { DraftGroup } from "@heliograph/contract";
import type { Bounds } from "../bounds.ts";

type Point = readonly [x: number, y: number];

const turn = (group: DraftGroup): Point => {
  const angle = (group.rotationDeg * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
};

export const sizeOf = (group: DraftGroup): readonly [width: number, height: number] => [
  group.columns * group.moduleWidthM,
  group.rows * group.moduleHeightM,
];

/** A point of the roof from one of the group, right and down from its upper left corner. */
export function toRoofPoint(group: DraftGroup, right: number, down: number): Point {
  const [cos, sin] = turn(group);
  return [group.xM + right * cos - down * sin, group.yM + right * sin + down * cos];
}

/** A point of the group from one of the roof. */
export function toGroupPoint(group: DraftGroup, [x, y]: Point): Point {
  const [cos, sin] = turn(group);
  const [dx, dy] = [x - group.xM, y - group.yM];
  return [dx * cos + dy * sin, dy * cos - dx * sin];
}

export function middleOf(group: DraftGroup): Point {
  const [width, height] = sizeOf(group);
  return toRoofPoint(group, width / 2, height / 2);
}

/** The group with its middle at a point, turned. */
export function placeAround(group: DraftGroup, middle: Point, rotationDeg: number): DraftGroup {
  const turned = { ...group, rotationDeg, xM: 0, yM: 0 };
  const [x, y] = middleOf(turned);
  return { ...turned, xM: middle[0] - x, yM: middle[1] - y };
}

/** What surrounds groups, whatever their rotation. */
export function findBox(groups: readonly DraftGroup[]): Bounds {
  const corners = groups.flatMap((group) => {
    const [width, height] = sizeOf(group);
    return [
      toRoofPoint(group, 0, 0),
      toRoofPoint(group, width, 0),
      toRoofPoint(group, 0, height),
      toRoofPoint(group, width, height),
    ];
  });
  if (corners.length === 0) return { left: 0, top: 0, right: 0, bottom: 0 };
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export const alignments = ["left", "center", "right", "top", "middle", "bottom"] as const;
type Alignment = (typeof alignments)[number];

type Shifts = Record<string, readonly [number, number]>;

/** How far each group moves so that all have the same edge or middle as the box around them. */
export function alignGroups(groups: readonly DraftGroup[], alignment: Alignment): Shifts {
  const all = findBox(groups);
  return Object.fromEntries(
    groups.map((group): [string, Point] => {
      const own = findBox([group]);
      const [width, height] = [own.right - own.left, own.bottom - own.top];
      const shifts: Record<Alignment, Point> = {
        left: [all.left - own.left, 0],
        center: [(all.left + all.right - width) / 2 - own.left, 0],
        right: [all.right - own.right, 0],
        top: [0, all.top - own.top],
        middle: [0, (all.top + all.bottom - height) / 2 - own.top],
        bottom: [0, all.bottom - own.bottom],
      };
      return [group.groupKey, shifts[alignment]];
    }),
  );
}

/** How far each group moves so that the gaps between them are the same; the first and the last stay. */
export function distributeGroups(groups: readonly DraftGroup[], axis: "x" | "y"): Shifts {
  const [from, to] = axis === "x" ? (["left", "right"] as const) : (["top", "bottom"] as const);
  const boxes = groups
    .map((group) => ({ key: group.groupKey, box: findBox([group]) }))
    .sort((one, other) => one.box[from] - other.box[from]);
  const lengths = boxes.map(({ box }) => box[to] - box[from]);
  const all = findBox(groups);
  const gap =
    (all[to] - all[from] - lengths.reduce((sum, length) => sum + length, 0)) / Math.max(boxes.length - 1, 1);
  let next = all[from];
  return Object.fromEntries(
    boxes.map(({ key, box }, index): [string, Point] => {
      const by = next - box[from];
      next += lengths[index]! + gap;
      return [key, axis === "x" ? [by, 0] : [0, by]];
    }),
  );
}

/** Where a dragged group meets nothing, it snaps to this grid. */
const GRID_M = 0.05;

function snapAxis(own: readonly number[], others: readonly number[], by: number, toleranceM: number): number {
  let [best, distance] = [Number.NaN, toleranceM];
  for (const edge of own)
    for (const other of others) {
      const off = other - (edge + by);
      if (Math.abs(off) < distance) [best, distance] = [by + off, Math.abs(off)];
    }
  return Number.isNaN(best) ? Math.round(by / GRID_M) * GRID_M : best;
}

/** A drag of groups, drawn to the edges and middles of the others within the tolerance. */
export function snapMove(
  { moved, others }: { readonly moved: readonly DraftGroup[]; readonly others: readonly DraftGroup[] },
  [x, y]: Point,
  toleranceM: number,
): Point {
  const linesOf = ({ left, right, top, bottom }: Bounds) => ({
    x: [left, (left + right) / 2, right],
    y: [top, (top + bottom) / 2, bottom],
  });
  const own = linesOf(findBox(moved));
  const lines = others.map((group) => linesOf(findBox([group])));
  return [
    snapAxis(
      own.x,
      lines.flatMap((line) => line.x),
      x,
      toleranceM,
    ),
    snapAxis(
      own.y,
      lines.flatMap((line) => line.y),
      y,
      toleranceM,
    ),
  ];
}
