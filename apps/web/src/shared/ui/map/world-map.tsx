import type { PointerEvent, ReactNode } from "react";
import { Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useConfig } from "../../config/config.ts";
import { lazyPart } from "../../routing/lazy-part.tsx";
import { IconButton } from "../content/icon-button.tsx";
import type { MapSize, MapView, WorldPoint } from "./projection.ts";
import { fromPixel } from "./projection.ts";
import type { MapState } from "./use-map-view.ts";
import { useWheelZoom } from "./use-wheel-zoom.ts";
import { LAND_PATH, LAND_UNITS } from "./world-land.ts";
import "./world-map.css";

const TileLayer = lazyPart(async () => (await import("./tile-layer.tsx")).TileLayer);

const ZOOM = 2;
/** The world and its copies beside it, which complete what crosses the date line. */
const WORLDS = [-1, 0, 1];
/** A pointer that moves less than this between down and up is a click. */
const CLICK_PX = 4;

interface WorldMapProps {
  readonly map: MapState;
  readonly className?: string;
  /** Receives the clicked point. */
  readonly onPick?: (point: WorldPoint) => void;
  /** Drawn over the land. */
  readonly marks: (view: MapView, size: MapSize) => ReactNode;
  /** Shown beside the zoom buttons. */
  readonly buttons?: ReactNode;
  readonly children?: ReactNode;
}

/** The land of the world, or the map tiles that are configured, dragged with the pointer and zoomed with buttons and the wheel. */
export function WorldMap({ map, className = "", onPick, marks, buttons, children }: WorldMapProps) {
  const { t } = useTranslation();
  const { ref, size, view, zoom } = map;
  const wheelRef = useWheelZoom(map);
  const { mapTileUrl, mapAttribution } = useConfig();
  return (
    <div className={`world-map ${className}`} ref={ref}>
      <div className="map-surface" ref={wheelRef}>
        {size !== undefined && view !== undefined && (
          <>
            <Land view={view} size={size} onMove={map.show} {...(onPick && { onPick })} />
            {mapTileUrl !== "" && (
              <Suspense fallback={null}>
                <TileLayer template={mapTileUrl} attribution={mapAttribution} view={view} size={size} />
              </Suspense>
            )}
            {marks(view, size)}
          </>
        )}
      </div>
      <div className="map-buttons">
        <IconButton icon="plus" label={t("worldMap.zoomIn")} onClick={() => zoom(ZOOM)} />
        <button type="button" className="button" data-shape="square" onClick={() => zoom(1 / ZOOM)}>
          <span aria-hidden="true">−</span>
          <span className="visually-hidden">{t("worldMap.zoomOut")}</span>
        </button>
        {buttons}
      </div>
      {children}
    </div>
  );
}

interface LandProps {
  readonly view: MapView;
  readonly size: MapSize;
  readonly onMove: (view: MapView) => void;
  readonly onPick?: (point: WorldPoint) => void;
}

function Land({ view, size, onMove, onPick }: LandProps) {
  const drag = useRef<{ x: number; y: number; view: MapView; isClick: boolean }>(undefined);

  function move(event: PointerEvent): void {
    const start = drag.current;
    if (start === undefined) return;
    const { worldPx, x, y } = start.view;
    const [right, down] = [event.clientX - start.x, event.clientY - start.y];
    if (start.isClick && Math.hypot(right, down) < CLICK_PX) return;
    start.isClick = false;
    onMove({ worldPx, x: x - right / worldPx, y: y - down / worldPx });
  }
  function end(event: PointerEvent): void {
    const isClick = drag.current?.isClick === true;
    drag.current = undefined;
    if (!isClick) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    onPick?.(fromPixel({ x: event.clientX - left, y: event.clientY - top }, view, size));
  }
  return (
    <svg
      className="map-land"
      aria-hidden="true"
      onPointerDown={(event) => {
        drag.current = { x: event.clientX, y: event.clientY, view, isClick: true };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => {
        drag.current = undefined;
      }}
    >
      {WORLDS.map((turn) => (
        <path key={turn} d={LAND_PATH} transform={toTransform(view, size, turn)} />
      ))}
    </svg>
  );
}

function toTransform(view: MapView, { width, height }: MapSize, turn: number): string {
  const { x, y, worldPx } = view;
  const left = width / 2 + (turn - x) * worldPx;
  return `translate(${left} ${height / 2 - y * worldPx}) scale(${worldPx / LAND_UNITS})`;
}
