import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { fromPlant } from "../../shared/plant/from-plant.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";

/** Says that reports of the plant were rejected or are pending, so that missing data has a reason; nothing without any. */
export function UnplacedHint({ plant: { stationId } }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { data } = useQuery(queryOf(endpoints.unplacedReports.list, { stationId, pageSize: 1 }));
  if (data === undefined || data.recentTotal === 0) return null;
  return (
    <p className="unplaced-hint">
      <Icon name="box" />
      <span>{t("unplaced.hint", { count: data.recentTotal })}</span>
      <Link to={`/station/${stationId}/unplaced`} state={fromPlant}>
        {t("unplaced.open")}
      </Link>
    </p>
  );
}
