import type { PointerEvent } from "react";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { ClusterList } from "./cluster-list.tsx";
import type { Cluster, MapPlant } from "./clusters.ts";
import { clusterPlants } from "./clusters.ts";
import { MapMark } from "./map-mark.tsx";
import type { MapSize, MapView } from "./projection.ts";
import { fitView, limitScale, MAX_WORLD_PX } from "./projection.ts";
import { useSize } from "./use-size.ts";
import { LAND_PATH, LAND_UNITS } from "./world-land.ts";
import "./map.css";

const ZOOM = 2;
/** The world and its copies beside it, which complete what crosses the date line. */
const WORLDS = [-1, 0, 1];

/** Plants on the world map; those too near to each other are one mark that zooms in, or lists them where it cannot. */
export function PlantMap({ plants }: { readonly plants: readonly MapPlant[] }) {
  const { t } = useTranslation();
  const [ref, size] = useSize();
  const [moved, setMoved] = useState<MapView>();
  const [listed, setListed] = useState<readonly MapPlant[]>();
  const drag = useRef<{ x: number; y: number; view: MapView }>(undefined);
  const fitted = useMemo(() => size && fitView(plants, size), [plants, size]);
  const view = moved ?? fitted;

  const show = (next: MapView): void => {
    setListed(undefined);
    setMoved(next);
  };
  const zoom = (factor: number): void => {
    if (view !== undefined) show({ ...view, worldPx: limitScale(view.worldPx * factor) });
  };
  function open(cluster: Cluster): void {
    if (size === undefined || view === undefined) return;
    const closer = fitView(cluster.plants, size, MAX_WORLD_PX);
    if (closer.worldPx > view.worldPx * 1.2) show(closer);
    else setListed(cluster.plants);
  }
  function move(event: PointerEvent): void {
    const start = drag.current;
    if (start === undefined) return;
    const { worldPx, x, y } = start.view;
    show({ worldPx, x: x - (event.clientX - start.x) / worldPx, y: y - (event.clientY - start.y) / worldPx });
  }
  return (
    <div className="plant-map" ref={ref}>
      {size !== undefined && view !== undefined && (
        <>
          <svg
            className="map-land"
            aria-hidden="true"
            onPointerDown={(event) => {
              drag.current = { x: event.clientX, y: event.clientY, view };
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={move}
            onPointerUp={() => {
              drag.current = undefined;
            }}
          >
            {WORLDS.map((turn) => (
              <path key={turn} d={LAND_PATH} transform={toTransform(view, size, turn)} />
            ))}
          </svg>
          <Marks plants={plants} view={view} size={size} onOpen={open} />
        </>
      )}
      <div className="map-buttons">
        <button type="button" className="button" data-shape="square" onClick={() => zoom(ZOOM)}>
          <Icon name="plus" />
          <span className="visually-hidden">{t("fleet.zoomIn")}</span>
        </button>
        <button type="button" className="button" data-shape="square" onClick={() => zoom(1 / ZOOM)}>
          <span aria-hidden="true">−</span>
          <span className="visually-hidden">{t("fleet.zoomOut")}</span>
        </button>
        {moved !== undefined && (
          <button type="button" className="button" onClick={() => setMoved(undefined)}>
            {t("fleet.allPlants")}
          </button>
        )}
      </div>
      {listed !== undefined && <ClusterList plants={listed} onClose={() => setListed(undefined)} />}
    </div>
  );
}

function toTransform(view: MapView, { width, height }: MapSize, turn: number): string {
  const { x, y, worldPx } = view;
  const left = width / 2 + (turn - x) * worldPx;
  return `translate(${left} ${height / 2 - y * worldPx}) scale(${worldPx / LAND_UNITS})`;
}

interface MarksProps {
  readonly plants: readonly MapPlant[];
  readonly view: MapView;
  readonly size: MapSize;
  readonly onOpen: (cluster: Cluster) => void;
}

function Marks({ plants, view, size, onOpen }: MarksProps) {
  const { t } = useTranslation();
  const clusters = useMemo(() => clusterPlants(plants, view, size), [plants, view, size]);
  return (
    <ul className="map-marks" aria-label={t("fleet.map")}>
      {clusters.map((cluster) => (
        <li
          key={cluster.plants[0]?.stationId}
          style={{ left: `${cluster.at.x}px`, top: `${cluster.at.y}px` }}
        >
          <MapMark cluster={cluster} onOpen={() => onOpen(cluster)} />
        </li>
      ))}
    </ul>
  );
}
