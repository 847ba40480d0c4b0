import { endpoints } from "virtual:endpoints";
import type { PlantThreshold } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ThresholdForm } from "../../shared/alarms/thresholds/threshold-form.tsx";
import type { ShownThreshold } from "../../shared/alarms/thresholds/threshold-table.tsx";
import { ThresholdTable } from "../../shared/alarms/thresholds/threshold-table.tsx";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { PlantSection } from "../../shared/plant/plant-section.tsx";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";

/** Alarm thresholds of one plant: its own limits, and the defaults of the device types it has. */
export function PlantThresholdsPage() {
  const { t } = useTranslation();
  const { id: stationId = "" } = useParams();
  const title = t("frame.alarmSettings");
  return (
    <PlantPage tab="alarms" title={title} part="alarms" isPrivate>
      {() => (
        <>
          <PlantSection
            title={title}
            text={t("thresholds.plantIntro")}
            actions={
              <Link className="button" to={`/station/${stationId}/alarms`}>
                {t("title.plantAlarms")}
              </Link>
            }
          />
          <PlantThresholds stationId={stationId} />
        </>
      )}
    </PlantPage>
  );
}

function PlantThresholds({ stationId }: { readonly stationId: string }) {
  const { t } = useTranslation();
  const thresholds = useQuery(queryOf(endpoints.alarmThreshold.listOfPlant, { stationId }));
  const reset = useChange(endpoints.alarmThreshold.resetOfPlant);
  const [edited, setEdited] = useState<ShownThreshold>();
  const title = t("frame.alarmSettings");
  const { data } = thresholds;
  if (data === undefined) return <Awaiting awaited={thresholds} />;
  const removeOwn = ({ deviceType, quantity, side, revision }: PlantThreshold): void =>
    reset.mutate({ stationId, deviceType, quantity, side, revision });
  return (
    <>
      <section className="card" aria-label={title}>
        <ThresholdTable
          title={title}
          rows={data.rows.filter((row) => row.isOwn || data.deviceTypes.includes(row.deviceType))}
          onEdit={data.mayChange ? setEdited : undefined}
          onReset={data.mayChange ? removeOwn : undefined}
        />
      </section>
      {edited && <ThresholdForm row={edited} stationId={stationId} onClose={() => setEdited(undefined)} />}
    </>
  );
}
