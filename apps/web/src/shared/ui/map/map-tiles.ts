import type { MapSize, MapView } from "./projection.ts";

const TILE_PX = 256;
/** Levels that common tile servers have. */
const MAX_ZOOM = 19;
/** The world in pixels where a map of tiles zooms in no further: about 0.3 m a pixel. */
export const MAX_TILED_WORLD_PX = TILE_PX * 2 ** MAX_ZOOM;
/** A single place with the streets around it. */
export const MAX_TILED_FIT_WORLD_PX = TILE_PX * 2 ** 15;

/** A tile of the map: its place in the tile server's grid, and on screen in pixels. */
export interface MapTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  readonly sizePx: number;
}

/** The tiles that cover a view, of the level nearest to its scale; the world repeats beyond the date line. */
export function listTiles({ x, y, worldPx }: MapView, { width, height }: MapSize): MapTile[] {
  const z = Math.max(0, Math.min(MAX_ZOOM, Math.round(Math.log2(worldPx / TILE_PX))));
  const count = 2 ** z;
  const sizePx = worldPx / count;
  const [left, top] = [width / 2 - x * worldPx, height / 2 - y * worldPx];
  const [firstColumn, lastColumn] = [Math.floor(-left / sizePx), Math.floor((width - left) / sizePx)];
  const firstRow = Math.max(0, Math.floor(-top / sizePx));
  const lastRow = Math.min(count - 1, Math.floor((height - top) / sizePx));
  const tiles: MapTile[] = [];
  for (let row = firstRow; row <= lastRow; row++)
    for (let column = firstColumn; column <= lastColumn; column++)
      tiles.push({
        z,
        x: ((column % count) + count) % count,
        y: row,
        left: left + column * sizePx,
        top: top + row * sizePx,
        sizePx,
      });
  return tiles;
}

/** Address of a tile by a template with `{z}`, `{x}` and `{y}`. */
export const tileAddress = (template: string, { z, x, y }: MapTile): string =>
  template.replace("{z}", String(z)).replace("{x}", String(x)).replace("{y}", String(y));
