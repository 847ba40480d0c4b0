import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf, refreshPath } from "../../shared/api/queries.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { project } from "../../shared/ui/map/projection.ts";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { toPlants } from "./plant-links.ts";

/** All plants are read again, so less often than the totals. */
const RELOAD_MS = 60_000;
const PlantMap = lazyPart(async () => (await import("./map/plant-map.tsx")).PlantMap);
const placeholder = <Skeleton width="100%" height="23.6rem" />;

/** Where the plants are and how they are. */
export function MapCard() {
  const { t } = useTranslation();
  const map = useQuery(queryOf(endpoints.home.map));
  const reload = useThrottled(() => refreshPath(endpoints.home.map.path), RELOAD_MS);
  useLive("plants", reload);
  const { data } = map;
  const plants = useMemo(
    () =>
      data?.points.map(({ latitude, longitude, ...plant }) => ({
        ...plant,
        ...project(latitude, longitude),
      })),
    [data],
  );
  const missing = data?.missingCount ?? 0;
  return (
    <section className="card map-card" aria-label={t("fleet.map")}>
      <div className="card-head">
        <h2>{t("fleet.map")}</h2>
        {missing > 0 && (
          <Link {...toPlants(undefined, { gap: "coordinates" })} className="note plain-link">
            {t("fleet.noPlace", { count: missing })}
          </Link>
        )}
      </div>
      <div className="home-panel-body">
        {plants !== undefined && plants.length > 0 && (
          <Suspense fallback={placeholder}>
            <PlantMap plants={plants} />
          </Suspense>
        )}
        {plants?.length === 0 && (
          <EmptyState icon="globe" title={t("fleet.noPlaces")} text={t("fleet.noPlacesText")} />
        )}
        {plants === undefined && map.isError && (
          <FailedState error={map.error} onRetry={() => void map.refetch()} />
        )}
        {plants === undefined && !map.isError && placeholder}
      </div>
    </section>
  );
}
