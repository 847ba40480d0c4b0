import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { DeviceLevel, useBesideTitle } from "../../shared/device/device-level.tsx";
import { devicePath } from "../../shared/routing/device-path.ts";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";

/** Two lines of the panel. */
const MAX_SHOWN = 8;

/** The devices beside one in its string, and the way to its topology. */
export function StringCard({ deviceId }: { readonly deviceId: string }) {
  const { t } = useTranslation();
  const besideTitle = useBesideTitle();
  const place = useQuery(queryOf(endpoints.devicePage.place, { deviceId }));
  if (place.data === undefined)
    return place.isError ? (
      <FailedState error={place.error} onRetry={() => void place.refetch()} />
    ) : (
      <Skeleton width="100%" height="16rem" />
    );
  return (
    <DeviceLevel
      title={besideTitle(place.data)}
      level={place.data.beside}
      currentId={deviceId}
      maxShown={MAX_SHOWN}
    >
      <span className="push" />
      <Link to={`${devicePath(deviceId)}?tab=place`}>{t("devicePage.tab.place")}</Link>
    </DeviceLevel>
  );
}
