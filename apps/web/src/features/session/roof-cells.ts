/** A module of the drawing: its corner in the roof's own plane, and its place on the light scale, 0 to 1. */
export interface RoofCell {
  readonly x: number;
  readonly y: number;
  readonly light: number;
}

export const CELL_WIDTH = 36;
export const CELL_HEIGHT = 58;
const GAP = 5;

// A fixed rule instead of chance: the picture is the same at every visit.
const grain = (column: number, row: number): number => {
  const value = Math.sin(column * 12.9898 + row * 78.233) * 43758.5453;
  return value - Math.floor(value);
};

/** The modules that cover an area, lit by a sun at `sun`. */
export function layCells(width: number, height: number, sun: { x: number; y: number }): RoofCell[] {
  const cells: RoofCell[] = [];
  const radius = Math.hypot(width, height) * 0.72;
  for (let row = 0, y = 0; y < height; row += 1, y += CELL_HEIGHT + GAP)
    // Each row is offset a little, as on a real roof.
    for (
      let column = 0, x = ((row * 9.5) % (CELL_WIDTH + GAP)) - CELL_WIDTH;
      x < width;
      column += 1, x += CELL_WIDTH + GAP
    ) {
      const distance = Math.hypot(x - sun.x, y - sun.y) / radius;
      const light = 1.02 - distance * 1.1 + (grain(column, row) - 0.5) * 0.08;
      cells.push({ x, y, light: Math.min(1, Math.max(0, light)) });
    }
  return cells;
}
