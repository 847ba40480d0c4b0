import type { AlarmRow } from "@heliograph/contract";
import type { Geometry, Layout } from "../../shared/roof/geometry.ts";

/** A unit with open alarms, and the module that has their mark. */
export interface AlarmedUnit {
  /** Index in the layout. */
  readonly unit: number;
  readonly cell: number;
  /** The most severe first. */
  readonly alarms: readonly [AlarmRow, ...AlarmRow[]];
}

/** Modules of a unit; those wired to it where it has none of its own, as a string controller. A gateway has no place on a roof. */
function listCells({ units }: Layout, geometry: Geometry, unit: number): number[] {
  const cells = [...geometry.unit.keys()];
  const own = cells.filter((cell) => geometry.unit[cell] === unit);
  if (own.length > 0 || units[unit]!.parent === null) return own;
  return cells.filter((cell) => units[geometry.unit[cell]!]!.parent === unit);
}

/** The module nearest to the middle of some. */
function findMiddle({ x, y }: Geometry, cells: readonly number[]): number | undefined {
  const mean = (values: Float64Array): number =>
    cells.reduce((sum, cell) => sum + values[cell]!, 0) / cells.length;
  const [middleX, middleY] = [mean(x), mean(y)];
  const distance = (cell: number): number => Math.hypot(x[cell]! - middleX, y[cell]! - middleY);
  return cells.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** Units on a roof that have open alarms, in the order of the alarms: the most severe first. */
export function findAlarmedUnits(
  layout: Layout,
  geometry: Geometry,
  alarms: readonly AlarmRow[],
): AlarmedUnit[] {
  const unitOf = new Map(layout.units.map(({ sn }, unit) => [sn, unit]));
  return [...Map.groupBy(alarms, ({ sn }) => unitOf.get(sn))].flatMap(([unit, [first, ...others]]) => {
    if (unit === undefined || first === undefined) return [];
    const cell = findMiddle(geometry, listCells(layout, geometry, unit));
    return cell === undefined ? [] : [{ unit, cell, alarms: [first, ...others] as const }];
  });
}
