import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf, refreshPath } from "../../shared/api/queries.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { PlantSection } from "../../shared/plant/plant-section.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";
import { AutomaticCard } from "./automatic-card.tsx";
import { CorrectionChart } from "./correction-chart.tsx";
import { CorrectionForm } from "./correction-form.tsx";
import { CorrectionList } from "./correction-list.tsx";
import "./corrections.css";

/** The automatic correction writes records while the page is open. */
const RELOAD_MS = 10_000;

/** Corrections of a plant's days: the records, entering and cancelling one, and the switch of the automatic ones. */
export function CorrectionsPage() {
  const { t } = useTranslation();
  return (
    <PlantPage tab="corrections" title={t("frame.corrections")} part="energy" isPrivate>
      {({ plant }) => <Corrections plant={plant} />}
    </PlantPage>
  );
}

function Corrections({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { stationId } = plant;
  const settings = useQuery(queryOf(endpoints.correction.settings, { stationId }));
  const [isAdding, setAdding] = useState(false);
  const reload = useThrottled(() => refreshPath(endpoints.correction.list.path), RELOAD_MS);
  useLive(
    `plant:${stationId}`,
    (message) => message.type === "plant" && message.energyTodayWh !== undefined && reload(),
    reload,
  );
  const { data } = settings;
  const canAdd = data?.mayChange === true && data.firstDay <= data.lastDay;
  return (
    <>
      <PlantSection
        text={t("corrections.intro")}
        actions={
          canAdd && (
            <button type="button" className="button" data-kind="primary" onClick={() => setAdding(true)}>
              <Icon name="plus" />
              {t("corrections.add")}
            </button>
          )
        }
      />
      {data === undefined ? (
        <Awaiting awaited={settings} />
      ) : (
        <>
          <AutomaticCard plant={plant} settings={data} />
          <CorrectionChart stationId={stationId} />
          <CorrectionList plant={plant} mayChange={data.mayChange} />
          {isAdding && (
            <CorrectionForm stationId={stationId} settings={data} onClose={() => setAdding(false)} />
          )}
        </>
      )}
    </>
  );
}
