import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { PhoneLayout } from "./phone-layout.tsx";
import type { PublicPlantSort } from "./use-public-plants.ts";
import { sorts, usePublicPlants } from "./use-public-plants.ts";
import "./public-plants.css";

// Figures and states come while the first answer is on its way.
const PublicPlantList = lazyPart(async () => (await import("./public-plant-list.tsx")).PublicPlantList);

/** Plants that their owners made public (R7.3). */
export function PublicPlantsPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<PublicPlantSort>("name");
  const { known, reload, more } = usePublicPlants({ search, sort });
  return (
    <PhoneLayout desktopAddress="/home">
      <h1>{t("title.publicPlants")}</h1>
      <p className="public-lead">{t("publicPlants.lead")}</p>
      <div className="public-plants-tools">
        <input
          className="input"
          type="search"
          value={search}
          placeholder={t("publicPlants.search")}
          aria-label={t("publicPlants.search")}
          onChange={(event) => setSearch(event.target.value)}
        />
        <select
          className="input"
          aria-label={t("publicPlants.sort")}
          value={sort}
          onChange={(event) => setSort(event.target.value as PublicPlantSort)}
        >
          {sorts.map((each) => (
            <option key={each} value={each}>
              {t(`publicPlants.sorts.${each}`)}
            </option>
          ))}
        </select>
      </div>
      {known.state === "loading" && <Skeleton width="100%" height="24rem" />}
      {known.state === "failed" && <FailedState error={known.error} onRetry={reload} />}
      {known.state === "ready" && (
        <>
          {known.data.rows.length === 0 && (
            <EmptyState
              icon="panel"
              title={t("publicPlants.none")}
              {...(search.trim() !== "" && { text: t("publicPlants.noneText") })}
            />
          )}
          <Suspense fallback={<Skeleton width="100%" height="24rem" />}>
            <PublicPlantList plants={known.data.rows} />
          </Suspense>
          {known.data.rows.length < known.data.total && (
            <button type="button" className="button phone-more" onClick={more}>
              {t("publicPlants.more")}
            </button>
          )}
        </>
      )}
    </PhoneLayout>
  );
}
