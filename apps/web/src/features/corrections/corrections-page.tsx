import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApiError } from "../../shared/api/api-error.ts";
import { dropPath, queryOf } from "../../shared/api/queries.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { usePageLabel } from "../../shared/routing/cached-page.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { NoAccessState } from "../../shared/ui/status/no-access-state.tsx";
import { StationMissing } from "../../shared/ui/status/station-missing.tsx";
import { AutomaticCard } from "./automatic-card.tsx";
import { CorrectionForm } from "./correction-form.tsx";
import { CorrectionList } from "./correction-list.tsx";
import "./corrections.css";

/** The automatic correction writes records while the page is open. */
const RELOAD_MS = 10_000;

/** Corrections of a plant's days: the records, entering and cancelling one, and the switch of the automatic ones. */
export function CorrectionsPage() {
  const { t } = useTranslation();
  const { id: stationId = "" } = useParams();
  const station = useQuery(queryOf(endpoints.station.get, { stationId }));
  const plant = station.data;
  const title = t("frame.corrections");
  usePageLabel(plant && `${plant.name} · ${title}`);
  const { error } = station;
  if (error instanceof ApiError && [400, 403, 404].includes(error.status) && plant === undefined)
    return <StationMissing error={error} />;
  const isHidden = plant?.hiddenParts.includes("energy") === true || plant?.level === "public";
  if (plant !== undefined && !isHidden) return <Corrections plant={plant} title={title} />;
  return (
    <PageBody
      title={title}
      here={title}
      crumbs={[{ text: plant?.name ?? "", address: `/station/${stationId}` }]}
      awaited={station}
    >
      {isHidden && (
        <section className="card">
          <NoAccessState error={undefined} />
        </section>
      )}
    </PageBody>
  );
}

function Corrections({ plant, title }: { readonly plant: StationDetail; readonly title: string }) {
  const { t } = useTranslation();
  const { stationId, name } = plant;
  const settings = useQuery(queryOf(endpoints.correction.settings, { stationId }));
  const [isAdding, setAdding] = useState(false);
  const reload = useThrottled(() => void dropPath(endpoints.correction.list.path), RELOAD_MS);
  useLive(
    `plant:${stationId}`,
    (message) => message.type === "plant" && message.energyTodayWh !== undefined && reload(),
    reload,
  );
  const { data } = settings;
  const canAdd = data?.mayChange === true && data.firstDay <= data.lastDay;
  return (
    <PageBody
      title={title}
      text={t("corrections.intro")}
      here={title}
      crumbs={[{ text: name, address: `/station/${stationId}` }]}
      awaited={settings}
      actions={
        canAdd && (
          <button type="button" className="button" data-kind="primary" onClick={() => setAdding(true)}>
            <Icon name="plus" />
            {t("corrections.add")}
          </button>
        )
      }
    >
      {data !== undefined && (
        <>
          <AutomaticCard plant={plant} settings={data} />
          <CorrectionList plant={plant} mayChange={data.mayChange} />
          {isAdding && (
            <CorrectionForm stationId={stationId} settings={data} onClose={() => setAdding(false)} />
          )}
        </>
      )}
    </PageBody>
  );
}
