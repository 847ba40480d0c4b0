import type { endpoints } from "virtual:endpoints";
import type { DataOf, LayoutGroup } from "@heliograph/contract";
import type { Bounds } from "./bounds.ts";

export type Layout = DataOf<typeof endpoints.layout.get>;

/** A group with what its modules share. Lengths in metres, angles as cosine and sine. */
export interface PlacedGroup extends LayoutGroup {
  readonly cos: number;
  readonly sin: number;
  /** Middle of the group. */
  readonly middleX: number;
  readonly middleY: number;
  /** The cell in each place, row by row; -1 where there is none. */
  readonly places: Int32Array;
}

/** Places of all modules; arrays by cell, lengths in metres. */
export interface Geometry {
  readonly count: number;
  /** Middle of each cell. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly group: Uint16Array;
  /** Index of its unit. */
  readonly unit: Int32Array;
  readonly groups: readonly PlacedGroup[];
  readonly bounds: Bounds;
  /** Smaller side of the smallest module. */
  readonly moduleM: number;
}

/** Share of a place that the module takes; the rest is the gap around it. */
export const MODULE_SHARE = 0.92;

function placeGroup(group: LayoutGroup): PlacedGroup {
  const angle = (group.rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [halfX, halfY] = [(group.columns * group.moduleWidthM) / 2, (group.rows * group.moduleHeightM) / 2];
  return {
    ...group,
    cos,
    sin,
    middleX: group.xM + halfX * cos - halfY * sin,
    middleY: group.yM + halfX * sin + halfY * cos,
    places: new Int32Array(group.rows * group.columns).fill(-1),
  };
}

function findBounds(x: Float64Array, y: Float64Array, margin: number): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let cell = 0; cell < x.length; cell++) {
    left = Math.min(left, x[cell]!);
    right = Math.max(right, x[cell]!);
    top = Math.min(top, y[cell]!);
    bottom = Math.max(bottom, y[cell]!);
  }
  if (x.length === 0) return { left: 0, top: 0, right: 1, bottom: 1 };
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
}

/** Computes the place of every module of a layout. */
export function createGeometry({ groups: given, cells }: Pick<Layout, "groups" | "cells">): Geometry {
  const groups = given.map(placeGroup);
  const count = cells.unit.length;
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  for (let cell = 0; cell < count; cell++) {
    const group = groups[cells.group[cell]!]!;
    const [row, column] = [cells.row[cell]!, cells.column[cell]!];
    const localX = (column + 0.5) * group.moduleWidthM;
    const localY = (row + 0.5) * group.moduleHeightM;
    x[cell] = group.xM + localX * group.cos - localY * group.sin;
    y[cell] = group.yM + localX * group.sin + localY * group.cos;
    group.places[row * group.columns + column] = cell;
  }
  const sides = groups.map(({ moduleWidthM, moduleHeightM }) => Math.min(moduleWidthM, moduleHeightM));
  const maxSide = Math.max(
    1,
    ...groups.map(({ moduleWidthM, moduleHeightM }) => Math.max(moduleWidthM, moduleHeightM)),
  );
  return {
    count,
    x,
    y,
    group: Uint16Array.from(cells.group),
    unit: Int32Array.from(cells.unit),
    groups,
    bounds: findBounds(x, y, maxSide),
    moduleM: Math.min(...sides, maxSide),
  };
}

/** The cell at a point on the roof; undefined where there is none. */
export function findCell({ groups }: Geometry, x: number, y: number): number | undefined {
  for (const group of groups) {
    const [dx, dy] = [x - group.xM, y - group.yM];
    const column = Math.floor((dx * group.cos + dy * group.sin) / group.moduleWidthM);
    const row = Math.floor((dy * group.cos - dx * group.sin) / group.moduleHeightM);
    if (row < 0 || column < 0 || row >= group.rows || column >= group.columns) continue;
    const cell = group.places[row * group.columns + column]!;
    if (cell >= 0) return cell;
  }
  return undefined;
}

/** The cells whose middle is within a polygon. */
export function findCellsWithin(
  { count, x, y }: Geometry,
  polygon: readonly (readonly [number, number])[],
): number[] {
  const found: number[] = [];
  for (let cell = 0; cell < count; cell++) {
    if (isWithin(polygon, x[cell]!, y[cell]!)) found.push(cell);
  }
  return found;
}

/** Even-odd rule. */
function isWithin(polygon: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  for (let index = 0, before = polygon.length - 1; index < polygon.length; before = index++) {
    const [[ax, ay], [bx, by]] = [polygon[index]!, polygon[before]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Units nearest to one, the nearest first. */
export function findAdjacent(geometry: Geometry, unit: number, limit: number): number[] {
  const { x, y, unit: unitOf, count } = geometry;
  const own = unitOf.indexOf(unit);
  if (own < 0) return [];
  const distances = new Map<number, number>();
  for (let cell = 0; cell < count; cell++) {
    const other = unitOf[cell]!;
    if (other === unit) continue;
    const distance = (x[cell]! - x[own]!) ** 2 + (y[cell]! - y[own]!) ** 2;
    if (distance < (distances.get(other) ?? Infinity)) distances.set(other, distance);
  }
  return [...distances]
    .sort(([, one], [, other]) => one - other)
    .slice(0, limit)
    .map(([other]) => other);
}
