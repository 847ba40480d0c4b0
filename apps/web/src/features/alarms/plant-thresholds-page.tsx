import { endpoints } from "virtual:endpoints";
import type { PlantThreshold } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ThresholdForm } from "../../shared/alarms/thresholds/threshold-form.tsx";
import type { ShownThreshold } from "../../shared/alarms/thresholds/threshold-table.tsx";
import { ThresholdTable } from "../../shared/alarms/thresholds/threshold-table.tsx";
import { ApiError } from "../../shared/api/api-error.ts";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { usePageLabel } from "../../shared/routing/cached-page.ts";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { StationMissing } from "../../shared/ui/status/station-missing.tsx";

/** Alarm thresholds of one plant: its own limits, and the defaults of the device types it has. */
export function PlantThresholdsPage() {
  const { t } = useTranslation();
  const { id: stationId = "" } = useParams();
  const plant = useQuery(queryOf(endpoints.station.get, { stationId })).data;
  const thresholds = useQuery(queryOf(endpoints.alarmThreshold.listOfPlant, { stationId }));
  const reset = useChange(endpoints.alarmThreshold.resetOfPlant);
  const [edited, setEdited] = useState<ShownThreshold>();
  const title = t("frame.alarmSettings");
  usePageLabel(plant && `${plant.name} · ${title}`);
  const { data, error } = thresholds;
  if (error instanceof ApiError && [400, 403, 404].includes(error.status) && data === undefined)
    return <StationMissing error={error} />;
  const removeOwn = ({ deviceType, quantity, side, revision }: PlantThreshold): void =>
    reset.mutate({ stationId, deviceType, quantity, side, revision });
  return (
    <PageBody
      title={title}
      text={t("thresholds.plantIntro")}
      here={title}
      crumbs={[{ text: plant?.name ?? "", address: `/station/${stationId}` }]}
      awaited={thresholds}
    >
      {data !== undefined && (
        <section className="card" aria-label={title}>
          <ThresholdTable
            title={title}
            rows={data.rows.filter((row) => row.isOwn || data.deviceTypes.includes(row.deviceType))}
            onEdit={data.mayChange ? setEdited : undefined}
            onReset={data.mayChange ? removeOwn : undefined}
          />
        </section>
      )}
      {edited && <ThresholdForm row={edited} stationId={stationId} onClose={() => setEdited(undefined)} />}
    </PageBody>
  );
}
