import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf, refreshAll } from "../../shared/api/queries.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { catchUp } from "../../shared/live/catch-up.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { useUpdatingReload } from "../../shared/live/use-updating-reload.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { PageHead } from "../../shared/ui/layout/page/page-head.tsx";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";
import { useTable } from "../../shared/ui/table/use-table.ts";
import { FirstStepsGuide } from "./first-steps-guide.tsx";
import { LossesCard } from "./losses-card.tsx";
import { MapCard } from "./map-card.tsx";
import { OffersCard } from "./offers-card.tsx";
import { PLANT_LIST_ID, scrollToPlants, toPlants } from "./plant-links.ts";
import { plantList } from "./plant-list.ts";
import { PlantTable } from "./plant-table.tsx";
import { StatusChips } from "./status-chips.tsx";
import { TotalTiles } from "./total-tiles.tsx";
import { TrendCard } from "./trend-card.tsx";
import { usePlantView } from "./use-plant-view.ts";
import "./home.css";

/** Totals of all plants follow reports of any of them, but not faster than this. */
const RELOAD_MS = 5_000;

export function HomePage() {
  const { t } = useTranslation();
  const plants = useTable(plantList);
  const view = usePlantView();
  const canAdd = useCan("station:add") === true;
  const canRead = useCan("station:read") === true;
  const overview = useQuery(queryOf(endpoints.home.getOverview));
  const reload = useThrottled(
    () => refreshAll([endpoints.home.getOverview, endpoints.home.earnings, endpoints.station.list]),
    RELOAD_MS,
  );
  useLive("plants", reload, () => void catchUp(overview, reload));

  const { data } = overview;
  const isListUpdating = plants.list.data?.rows.some(({ isUpdating }) => isUpdating) === true;
  useUpdatingReload(data?.isUpdating === true || isListUpdating, reload);
  if (overview.isError && data === undefined)
    return <FailedState error={overview.error} onRetry={() => void overview.refetch()} />;
  const isLed = canAdd && data !== undefined && data.updatedAt === null;
  const isBare = isLed && data.plantCount === 0;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="home page-body">
      <PageHead
        title={
          data === undefined ? (
            <Skeleton width="14rem" height="2.4rem" />
          ) : (
            <Link {...toPlants()} title={t("fleet.allPlants")} className="plain-link">
              {t("home.plants", { count: data.plantCount })}
            </Link>
          )
        }
        {...(data?.updatedAt != null && {
          text: (
            <p className="note">
              {t("home.updated")} <TimeAgo at={data.updatedAt} timeZone={zone} />
            </p>
          ),
        })}
        actions={
          <>
            <StatusChips
              counts={data?.countByStatus}
              chosen={plants.state.filters.status}
              onChoose={(status) => {
                plants.set({ filters: { status } });
                scrollToPlants();
              }}
            />
            {canAdd && (
              <Link className="button" data-kind="primary" to="/add-power-station">
                <Icon name="plus" />
                {t("home.addPlant")}
              </Link>
            )}
          </>
        }
      />
      <OffersCard />
      {isLed && <FirstStepsGuide plantCount={data.plantCount} />}
      {!isBare && (
        <>
          <TotalTiles overview={data} />
          <div className="home-main" data-view={view.shown}>
            {canRead && view.shown === "table" && <Panels />}
            <div id={PLANT_LIST_ID} className="plant-list" tabIndex={-1}>
              <PlantTable table={plants} view={view} />
            </div>
            {canRead && view.shown === "cards" && <Panels />}
          </div>
        </>
      )}
    </div>
  );
}

/** Above a table, which has the width of the page; beside cards, which are to be seen first. */
const Panels = () => (
  <div className="home-panels">
    <TrendCard />
    <MapCard />
    <LossesCard />
  </div>
);
