import { useMemo, useState } from "react";
import type { MapView, WorldPoint } from "./projection.ts";
import { fitView, limitScale } from "./projection.ts";
import { useSize } from "./use-size.ts";

export type MapState = ReturnType<typeof useMapView>;

/** What a map shows: the view that fits its points until the user moves it. `points` is compared by identity. */
export function useMapView(points: readonly WorldPoint[], onMove?: () => void) {
  const [ref, size] = useSize();
  const [moved, setMoved] = useState<MapView>();
  const fitted = useMemo(() => size && fitView(points, size), [points, size]);
  const view = moved ?? fitted;
  const show = (next: MapView): void => {
    onMove?.();
    setMoved(next);
  };
  return {
    ref,
    size,
    view,
    isMoved: moved !== undefined,
    show,
    zoom(factor: number): void {
      if (view !== undefined) show({ ...view, worldPx: limitScale(view.worldPx * factor) });
    },
    /** Shows the view that fits the points again. */
    reset: (): void => setMoved(undefined),
  };
}
