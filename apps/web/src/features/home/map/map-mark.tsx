import { Link } from "react-router";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { OperatingStatus } from "../../../shared/ui/status/operating-status.tsx";
import type { Cluster } from "./clusters.ts";
import { formatFigures } from "./format-figures.ts";
import { useClusterLabel } from "./use-cluster-label.ts";

interface MapMarkProps {
  readonly cluster: Cluster;
  /** Receives the cluster's button. */
  readonly onOpen: (button: HTMLElement) => void;
}

/** One plant, a link to it; or several with the most urgent status and how many of them have it. */
export function MapMark({ cluster, onOpen }: MapMarkProps) {
  const { tag } = useLocale();
  const label = useClusterLabel(cluster);
  const { plants, status, affected } = cluster;
  const [only] = plants;
  if (only !== undefined && plants.length === 1)
    return (
      <Link className="map-mark" to={`/station/${only.stationId}`} title={only.name}>
        <OperatingStatus status={status} />
        <span className="visually-hidden">{only.name}</span>
      </Link>
    );
  const [figure, total] = formatFigures(plants.length, affected, tag);
  return (
    <button
      type="button"
      className="map-mark map-cluster"
      title={label}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <span className="map-figure" aria-hidden="true">
        <OperatingStatus status={status} />
        <span className="map-count">
          <b>{figure}</b>
          {total}
        </span>
      </span>
      <span className="visually-hidden">{label}</span>
    </button>
  );
}
