import { listTiles, tileAddress } from "./map-tiles.ts";
import type { MapSize, MapView } from "./projection.ts";

interface TileLayerProps {
  /** Address with `{z}`, `{x}` and `{y}`. */
  readonly template: string;
  /** Empty for the tile server's own name. */
  readonly attribution: string;
  readonly view: MapView;
  readonly size: MapSize;
}

/** Map tiles over the drawn land, which shows wherever a tile does not load, and who made them. */
export function TileLayer({ template, attribution, view, size }: TileLayerProps) {
  const tiles = listTiles(view, size);
  return (
    <>
      <div className="map-tiles" aria-hidden="true">
        {tiles.map((tile) => (
          <img
            key={`${tileAddress(template, tile)} ${Math.round(tile.left / tile.sizePx - view.x)}`}
            src={tileAddress(template, tile)}
            alt=""
            draggable={false}
            // Tile servers refuse requests that do not say for which site they are.
            referrerPolicy="origin"
            style={{
              left: `${tile.left}px`,
              top: `${tile.top}px`,
              // Without a seam between tiles at fractions of pixels.
              width: `${Math.ceil(tile.left + tile.sizePx) - tile.left}px`,
              height: `${Math.ceil(tile.top + tile.sizePx) - tile.top}px`,
            }}
            onError={({ currentTarget }) => currentTarget.setAttribute("data-failed", "true")}
            onLoad={({ currentTarget }) => currentTarget.removeAttribute("data-failed")}
          />
        ))}
      </div>
      <p className="map-attribution">{attribution || new URL(template.replaceAll(/[{}]/g, "")).host}</p>
    </>
  );
}
