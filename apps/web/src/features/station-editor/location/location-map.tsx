import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Place, WorldPoint } from "../../../shared/ui/map/projection.ts";
import { project, unproject } from "../../../shared/ui/map/projection.ts";
import { useMapView } from "../../../shared/ui/map/use-map-view.ts";
import { WorldMap } from "../../../shared/ui/map/world-map.tsx";
import { LocationMarker } from "./location-marker.tsx";

interface LocationMapProps {
  readonly place: Place | undefined;
  readonly onPick: (place: Place) => void;
}

/** The world with a marker at the place: a click sets it, dragging and the arrow keys move it. */
export function LocationMap({ place, onPick }: LocationMapProps) {
  const { t } = useTranslation();
  const { latitude, longitude } = place ?? {};
  const points = useMemo(
    () => (latitude === undefined || longitude === undefined ? [] : [project(latitude, longitude)]),
    [latitude, longitude],
  );
  const map = useMapView(points);
  const [isPlaced, setIsPlaced] = useState(false);
  const { view, isMoved } = map;
  const [point] = points;

  function pick(next: WorldPoint): void {
    if (view === undefined) return;
    // The view stays: it would otherwise follow the marker.
    map.show(view);
    onPick(roundTo(unproject(next), view.worldPx));
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take part in the form
    <div role="group" aria-label={t("plantEditor.map")} className="location-map-frame">
      <WorldMap
        map={map}
        className="location-map"
        onPick={pick}
        marks={(shown, size) =>
          point !== undefined &&
          place !== undefined && (
            <LocationMarker
              point={point}
              place={place}
              view={shown}
              size={size}
              isFocused={isPlaced}
              onMove={pick}
              onShow={map.show}
            />
          )
        }
        buttons={
          <>
            {point === undefined && view !== undefined && (
              <button
                type="button"
                className="button"
                onClick={() => {
                  setIsPlaced(true);
                  pick(view);
                }}
              >
                {t("plantEditor.setMarker")}
              </button>
            )}
            {point !== undefined && isMoved && (
              <button type="button" className="button" onClick={map.reset}>
                {t("plantEditor.showMarker")}
              </button>
            )}
          </>
        }
      />
    </div>
  );
}

/** Rounds a place to what a pixel of the map tells apart. */
function roundTo({ latitude, longitude }: Place, worldPx: number): Place {
  const digits = Math.max(1, Math.ceil(Math.log10(worldPx / 360)));
  return { latitude: Number(latitude.toFixed(digits)), longitude: Number(longitude.toFixed(digits)) };
}
