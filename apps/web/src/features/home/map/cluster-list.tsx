import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber } from "../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { IconButton } from "../../../shared/ui/content/icon-button.tsx";
import { OperatingStatus } from "../../../shared/ui/status/operating-status.tsx";
import type { MapPlant } from "./clusters.ts";

/** Plants that are listed at first, and with each request for more. */
const LISTED = 20;

interface ClusterListProps {
  readonly plants: readonly MapPlant[];
  readonly onClose: () => void;
}

/** Plants at one place, which no zoom separates. */
export function ClusterList({ plants, onClose }: ClusterListProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [listed, setListed] = useState(LISTED);
  const more = plants.length - listed;
  return (
    <div className="map-list">
      <IconButton icon="close" label={t("fleet.closeList")} onClick={onClose} />
      <ul>
        {plants.slice(0, listed).map(({ stationId, name, status }) => (
          <li key={stationId}>
            <Link to={`/station/${stationId}`}>{name}</Link> <OperatingStatus status={status} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="button" data-kind="quiet" onClick={() => setListed(listed + LISTED)}>
          {t("fleet.more", { count: more, figure: formatNumber(more, tag, 0) })}
        </button>
      )}
    </div>
  );
}
