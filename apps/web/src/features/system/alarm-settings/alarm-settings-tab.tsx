import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ThresholdForm } from "../../../shared/alarms/thresholds/threshold-form.tsx";
import type { ShownThreshold } from "../../../shared/alarms/thresholds/threshold-table.tsx";
import { ThresholdTable } from "../../../shared/alarms/thresholds/threshold-table.tsx";
import { queryOf } from "../../../shared/api/queries.ts";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";

/** Alarm thresholds by device type (R2.23). */
export function AlarmSettingsTab() {
  const { t } = useTranslation();
  const thresholds = useQuery(queryOf(endpoints.alarmThreshold.list));
  const [edited, setEdited] = useState<ShownThreshold>();
  return (
    <PageBody title={t("frame.alarmSettings")} text={t("thresholds.intro")} awaited={thresholds}>
      {thresholds.data !== undefined && (
        <section className="card" aria-label={t("frame.alarmSettings")}>
          <ThresholdTable title={t("frame.alarmSettings")} rows={thresholds.data.rows} onEdit={setEdited} />
        </section>
      )}
      {edited && <ThresholdForm row={edited} onClose={() => setEdited(undefined)} />}
    </PageBody>
  );
}
