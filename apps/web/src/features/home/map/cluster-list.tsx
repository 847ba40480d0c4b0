import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { IconButton } from "../../../shared/ui/content/icon-button.tsx";
import { OperatingStatus } from "../../../shared/ui/status/operating-status.tsx";
import type { Cluster } from "./clusters.ts";
import { sortByUrgency } from "./clusters.ts";
import { useClusterLabel } from "./use-cluster-label.ts";

/** Plants that are listed at first, and with each request for more. */
const LISTED = 20;

interface ClusterListProps {
  readonly cluster: Cluster;
  readonly onClose: () => void;
}

/** Plants at one place, which no zoom separates, the most urgent first. It receives the focus; Escape closes it. */
export function ClusterList({ cluster, onClose }: ClusterListProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const label = useClusterLabel(cluster);
  const ref = useRef<HTMLElement>(null);
  const [listed, setListed] = useState(LISTED);
  const plants = useMemo(() => sortByUrgency(cluster.plants, tag), [cluster, tag]);
  const more = plants.length - listed;
  useEffect(() => ref.current?.focus(), []);
  return (
    <section
      ref={ref}
      className="map-list"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div className="map-list-head">
        <h3>{label}</h3>
        <IconButton isQuiet icon="close" label={t("fleet.closeList")} onClick={onClose} />
      </div>
      <div className="map-list-body">
        <ul>
          {plants.slice(0, listed).map(({ stationId, name, status }) => (
            <li key={stationId}>
              <Link to={`/station/${stationId}`}>{name}</Link>
              <OperatingStatus status={status} />
            </li>
          ))}
        </ul>
        {more > 0 && (
          <button
            type="button"
            className="button"
            data-kind="quiet"
            onClick={() => setListed(listed + LISTED)}
          >
            {t("fleet.more", { count: more })}
          </button>
        )}
      </div>
    </section>
  );
}
