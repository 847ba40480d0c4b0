import { endpoints } from "virtual:endpoints";
import type { StationRow } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { loadTexts } from "../../shared/base/i18n/i18n.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";

// Fetched when a plant's shutdown is opened.
const Safety = lazyPart(async () => {
  const [module] = await Promise.all([import("../../shared/safety/safety-panel.tsx"), loadTexts("safety")]);
  return module.SafetyPanel;
});

const PAGE_SIZE = 50;
const REFRESH_MS = 30_000;

function usePlants(page: number) {
  return useQuery({
    ...queryOf(endpoints.station.list, { page, pageSize: PAGE_SIZE, sort: "name", order: "asc" }),
    refetchInterval: REFRESH_MS,
  });
}

/** The caller's plants with their status, shown while the service is stopped. */
export function PlantList() {
  const { t } = useTranslation();
  const [pageCount, setPageCount] = useState(1);
  const { data, error, refetch } = usePlants(1);
  // An account that may not see plants has none to show.
  if (error instanceof Error && "code" in error && error.code === "A0300") return null;
  return (
    <section className="card maintenance-plants" aria-labelledby="maintenance-plants">
      <header className="card-head">
        <h2 id="maintenance-plants">{t("maintenance.stopped.plants")}</h2>
        {data !== undefined && <span className="note">{data.total}</span>}
      </header>
      {error !== null && data === undefined && <FailedState error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className="maintenance-none">{t("maintenance.stopped.noPlants")}</p>}
      <ul>
        {Array.from({ length: pageCount }, (_, index) => (
          <PlantPage
            // biome-ignore lint/suspicious/noArrayIndexKey: the pages of the list are numbered
            key={index}
            page={index + 1}
          />
        ))}
      </ul>
      {data !== undefined && data.total > pageCount * PAGE_SIZE && (
        <button type="button" className="button" onClick={() => setPageCount(pageCount + 1)}>
          {t("maintenance.stopped.more")}
        </button>
      )}
    </section>
  );
}

function PlantPage({ page }: { page: number }) {
  const { data, isPending } = usePlants(page);
  if (isPending)
    return (
      <li>
        <Skeleton width="60%" height="1.6rem" />
      </li>
    );
  return data?.rows.map((row) => <PlantLine key={row.stationId} row={row} />);
}

/** A plant with its shutdown, which works while the service is stopped. */
function PlantLine({ row }: { row: StationRow }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { stationId, name, number, status, isAsleep } = row;
  // As the other times of this page.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <li>
      <strong>{name}</strong>
      <span className="mono">{number}</span>
      <OperatingStatus status={status} isAsleep={isAsleep} />
      <button
        type="button"
        className="button"
        data-kind={isOpen ? "plain" : "danger"}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? "maintenance.stopped.closeShutdown" : "maintenance.stopped.shutdown")}
        <span className="visually-hidden"> {name}</span>
      </button>
      {isOpen && (
        <Suspense fallback={<Skeleton width="100%" height="16rem" />}>
          <Safety plant={{ stationId, name, timeZone }} resetIn="nowhere" />
        </Suspense>
      )}
    </li>
  );
}
