import { useMemo, useState } from "react";
import { useConfig } from "../../config/config.ts";
import { MAX_TILED_FIT_WORLD_PX, MAX_TILED_WORLD_PX } from "./map-tiles.ts";
import type { MapView, WorldPoint } from "./projection.ts";
import { findAnchor, fitView, MAX_FIT_WORLD_PX, MAX_WORLD_PX, zoomAt } from "./projection.ts";
import { useSize } from "./use-size.ts";

export type MapState = ReturnType<typeof useMapView>;

/** What a map shows: the view that fits its points until the user moves it. `points` is compared by identity. */
export function useMapView(points: readonly WorldPoint[], onMove?: () => void) {
  const [ref, size] = useSize();
  const [moved, setMoved] = useState<MapView>();
  // Tiles show more than the drawn land.
  const isTiled = useConfig().mapTileUrl !== "";
  const maxWorldPx = isTiled ? MAX_TILED_WORLD_PX : MAX_WORLD_PX;
  const maxFitWorldPx = isTiled ? MAX_TILED_FIT_WORLD_PX : MAX_FIT_WORLD_PX;
  const fitted = useMemo(() => size && fitView(points, size, maxFitWorldPx), [points, size, maxFitWorldPx]);
  const view = moved ?? fitted;
  const show = (next: MapView): void => {
    onMove?.();
    setMoved(next);
  };
  return {
    ref,
    size,
    view,
    maxWorldPx,
    isMoved: moved !== undefined,
    show,
    zoom(factor: number): void {
      if (view === undefined || size === undefined) return;
      show(zoomAt(view, size, { pixel: findAnchor(points, view, size), factor, maxWorldPx }));
    },
    /** Shows the view that fits the points again. */
    reset(): void {
      onMove?.();
      setMoved(undefined);
    },
  };
}
