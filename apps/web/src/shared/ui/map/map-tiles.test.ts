import { expect, it } from "vitest";
import { listTiles, MAX_TILED_WORLD_PX, tileAddress } from "./map-tiles.ts";
import { project, toPixel } from "./projection.ts";

const size = { width: 600, height: 300 };

it("covers the view with tiles of the level nearest to its scale", () => {
  const berlin = project(52.52, 13.405);
  const tiles = listTiles({ ...berlin, worldPx: 256 * 2 ** 12 * 1.2 }, size);
  expect(new Set(tiles.map(({ z }) => z))).toEqual(new Set([12]));
  // OpenStreetMap's own numbers of the tile with Berlin's centre.
  const middle = tiles.find(
    ({ left, top, sizePx }) => left <= 300 && left + sizePx > 300 && top <= 150 && top + sizePx > 150,
  );
  expect(middle).toMatchObject({ x: 2200, y: 1343 });
  const covered = tiles.reduce(
    (sum, { left, top, sizePx }) =>
      sum +
      (Math.min(600, left + sizePx) - Math.max(0, left)) * (Math.min(300, top + sizePx) - Math.max(0, top)),
    0,
  );
  expect(covered).toBeCloseTo(600 * 300, 3);
});

it("repeats the world beyond the date line, and has no tile beyond the poles", () => {
  const view = { ...project(0, 179.9), worldPx: 512 };
  const tiles = listTiles(view, size);
  expect(new Set(tiles.map(({ x }) => x))).toEqual(new Set([0, 1]));
  expect(tiles.every(({ y }) => y === 0 || y === 1)).toBe(true);
  const east = tiles.find(({ x, left }) => x === 0 && left > 200);
  expect(east?.left).toBeCloseTo(toPixel({ x: 1, y: 0 }, view, size).x, 6);
  expect(
    Math.max(...listTiles({ x: 0.5, y: 0.5, worldPx: MAX_TILED_WORLD_PX }, size).map(({ z }) => z)),
  ).toBe(19);
});

it("fills in the address of a tile", () => {
  const [tile] = listTiles({ x: 0.5, y: 0.5, worldPx: 256 }, { width: 10, height: 10 });
  expect(tile && tileAddress("https://tiles.example.org/{z}/{x}/{y}.png?key=a", tile)).toBe(
    "https://tiles.example.org/0/0/0.png?key=a",
  );
});
