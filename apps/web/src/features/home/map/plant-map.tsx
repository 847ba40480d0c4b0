import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import type { MapSize, MapView } from "../../../shared/ui/map/projection.ts";
import { fitView } from "../../../shared/ui/map/projection.ts";
import { useMapView } from "../../../shared/ui/map/use-map-view.ts";
import { WorldMap } from "../../../shared/ui/map/world-map.tsx";
import { ClusterList } from "./cluster-list.tsx";
import type { Cluster, MapPlant } from "./clusters.ts";
import { clusterPlants } from "./clusters.ts";
import { MapMark } from "./map-mark.tsx";
import { measureMarks } from "./measure-marks.ts";
import "./map.css";

/** Plants on the world map; those too near to each other are one mark that zooms in, or lists them where it cannot. */
export function PlantMap({ plants }: { readonly plants: readonly MapPlant[] }) {
  const { t } = useTranslation();
  const [listed, setListed] = useState<Cluster>();
  const opener = useRef<HTMLElement>(undefined);
  const map = useMapView(plants, () => setListed(undefined));

  function open(cluster: Cluster, button: HTMLElement): void {
    const { size, view, maxWorldPx, show } = map;
    if (size === undefined || view === undefined) return;
    const closer = fitView(cluster.plants, size, maxWorldPx);
    if (closer.worldPx > view.worldPx * 1.2) show(closer);
    else {
      opener.current = button;
      setListed(cluster);
    }
  }
  function close(): void {
    setListed(undefined);
    opener.current?.focus();
  }
  return (
    <WorldMap
      map={map}
      className="plant-map"
      marks={(view, size) => <Marks plants={plants} view={view} size={size} onOpen={open} />}
      buttons={
        map.isMoved && (
          <button type="button" className="button" onClick={map.reset}>
            {t("fleet.allPlants")}
          </button>
        )
      }
    >
      {listed !== undefined && (
        <ClusterList key={listed.plants[0]?.stationId} cluster={listed} onClose={close} />
      )}
    </WorldMap>
  );
}

interface MarksProps {
  readonly plants: readonly MapPlant[];
  readonly view: MapView;
  readonly size: MapSize;
  readonly onOpen: (cluster: Cluster, button: HTMLElement) => void;
}

function Marks({ plants, view, size, onOpen }: MarksProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const clusters = useMemo(
    () => clusterPlants(plants, view, size, measureMarks(tag)),
    [plants, view, size, tag],
  );
  return (
    <ul className="map-marks" aria-label={t("fleet.map")}>
      {clusters.map((cluster) => (
        <li
          key={cluster.plants[0]?.stationId}
          style={{ left: `${cluster.at.x}px`, top: `${cluster.at.y}px` }}
        >
          <MapMark cluster={cluster} onOpen={(button) => onOpen(cluster, button)} />
        </li>
      ))}
    </ul>
  );
}
