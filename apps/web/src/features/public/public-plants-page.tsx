import type { PublicStation } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLocale } from "../../shared/i18n/i18n.ts";
import { Blank, FailedBlank, Skeleton } from "../../shared/ui/blank.tsx";
import { PublicLayout } from "../../shared/ui/public-layout.tsx";
import { Missing, Scaled } from "../../shared/ui/quantity.tsx";
import { Seen } from "../../shared/ui/seen.tsx";
import { StatusMark } from "../../shared/ui/status-mark.tsx";
import type { PublicPlantSort } from "./use-public-plants.ts";
import { sorts, usePublicPlants } from "./use-public-plants.ts";
import "./public-plants.css";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Plants their owners show to everybody (R7.3). */
export function PublicPlantsPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<PublicPlantSort>("name");
  const plants = usePublicPlants({ search, sort });
  return (
    <PublicLayout>
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
      {plants.state === "loading" && <Skeleton width="100%" height="24rem" />}
      {plants.state === "failed" && <FailedBlank onRetry={plants.reload} />}
      {plants.state === "ready" && plants.rows.length === 0 && (
        <Blank icon="panel" title={t("publicPlants.none")} text={t("publicPlants.noneText")} />
      )}
      <ul className="public-plants">
        {plants.rows.map((plant) => (
          <PublicPlant key={plant.stationId} plant={plant} />
        ))}
      </ul>
      {plants.rows.length < plants.total && (
        <button type="button" className="button" onClick={plants.more}>
          {t("publicPlants.more")}
        </button>
      )}
    </PublicLayout>
  );
}

function PublicPlant({ plant }: { plant: PublicStation }) {
  const { t } = useTranslation();
  const isStale = plant.status === "offline";
  const figures = [
    ["power", <Scaled key="power" value={plant.powerW} unit="W" isStale={isStale} />],
    ["today", <Scaled key="today" value={plant.energyTodayKwh * 1000} unit="Wh" />],
    ["total", <Scaled key="total" value={plant.energyTotalKwh * 1000} unit="Wh" />],
    ["place", <Place key="place" plant={plant} />],
    ["seen", <Seen key="seen" at={plant.updatedAt} timeZone={viewerZone} />],
  ] as const;
  return (
    <li className="card">
      <h2>
        <Link to={`/station/${plant.stationId}`}>{plant.name}</Link>
      </h2>
      <StatusMark status={plant.status} isAsleep={plant.isAsleep} />
      <dl>
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{t(`publicPlants.${name}`)}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function Place({ plant: { latitude, longitude } }: { plant: PublicStation }) {
  const { tag } = useLocale();
  if (latitude === null || longitude === null) return <Missing />;
  const format = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return <span className="quantity">{`${format.format(latitude)}°, ${format.format(longitude)}°`}</span>;
}
