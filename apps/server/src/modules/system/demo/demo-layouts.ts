import type { NewGroup } from "../../plants/layouts/layouts.service.ts";
import type { DemoArray, DemoPlant } from "./demo-plants.ts";
import { MODULE_HEIGHT_M, MODULE_WIDTH_M } from "./demo-units.ts";

/** Between the blocks of an array. */
const AISLE_M = 1.6;

/** Label of the slot of a module: its own, or that of its string where only strings have a device. */
function labelOf(array: DemoArray, row: number, column: number): string {
  if (array.moduleDevice === "OPT") return `${array.name}${row + 1}-${column + 1}`;
  const perString = (array.rows * array.columns) / array.strings;
  return `${array.name}-S${Math.floor((row * array.columns + column) / perString) + 1}`;
}

/** The part of an array that begins at a row and column. */
function toBlock(
  array: DemoArray,
  slots: ReadonlyMap<string, string>,
  firstRow: number,
  firstColumn: number,
): NewGroup {
  const { roof, tiltDeg, azimuthDeg, name } = array;
  const { blockRows = array.rows, blockColumns = array.columns } = roof;
  const rows = Math.min(blockRows, array.rows - firstRow);
  const columns = Math.min(blockColumns, array.columns - firstColumn);
  const aisles = { right: firstColumn / blockColumns, down: firstRow / blockRows };
  const right = firstColumn * MODULE_WIDTH_M + aisles.right * AISLE_M;
  const down = firstRow * MODULE_HEIGHT_M + aisles.down * AISLE_M;
  const angle = (roof.rotationDeg * Math.PI) / 180;
  const blocks = Math.ceil(array.columns / blockColumns);
  const number = aisles.down * blocks + aisles.right + 1;
  const isWhole = rows === array.rows && columns === array.columns;
  return {
    name: isWhole ? name : `${name}${number}`,
    rows,
    columns,
    tiltDeg,
    azimuthDeg,
    rotationDeg: roof.rotationDeg,
    xM: roof.xM + right * Math.cos(angle) - down * Math.sin(angle),
    yM: roof.yM + right * Math.sin(angle) + down * Math.cos(angle),
    moduleWidthM: MODULE_WIDTH_M,
    moduleHeightM: MODULE_HEIGHT_M,
    cells: Array.from({ length: rows * columns }, (_, index) => {
      const [row, column] = [Math.floor(index / columns), index % columns];
      return { row, column, slotId: slots.get(labelOf(array, firstRow + row, firstColumn + column))! };
    }),
  };
}

const starts = (length: number, step: number): number[] =>
  Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step);

/** Groups of a plant's layout; `slots` are the ids of its slots by label. */
export function listGroups({ arrays }: DemoPlant, slots: ReadonlyMap<string, string>): NewGroup[] {
  return arrays.flatMap((array) => {
    const { blockRows = array.rows, blockColumns = array.columns } = array.roof;
    return starts(array.rows, blockRows).flatMap((row) =>
      starts(array.columns, blockColumns).map((column) => toBlock(array, slots, row, column)),
    );
  });
}
