import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { alarmName, faultKeyOf, unitName } from "../../shared/alarms/alarm-texts.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { queryOf } from "../../shared/api/queries.ts";
import { usePageLabel } from "../../shared/routing/cached-page.ts";
import { FaultFacts } from "../../shared/ui/content/fault-facts.tsx";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { AlarmActions } from "./alarm-actions.tsx";
import { AlarmState } from "./alarm-state.tsx";
import { EvidenceCard } from "./evidence-card.tsx";
import { GroupedAlarms } from "./grouped-alarms.tsx";
import { HistoryCard } from "./history-card.tsx";
import { PlaceCard } from "./place-card.tsx";
import { StateCard } from "./state-card.tsx";
import { useAlarmsLive } from "./use-alarms-live.ts";
import { useMayChange } from "./use-may-change.ts";
import "./alarms.css";

/** One alarm: what it is, where, since when, its evidence and history, and what can be done. */
export function AlarmPage() {
  const { t } = useTranslation();
  const { id: alarmId = "" } = useParams();
  const query = useQuery(queryOf(endpoints.alarm.get, { alarmId }));
  const alarm = query.data;
  const mayChange = useMayChange(alarm);
  useAlarmsLive();
  const name = alarm && alarmName(alarm.faultCode, t);
  usePageLabel(alarm && `${unitName(alarm)}: ${name}`);
  const { error } = query;
  if (alarm === undefined && error instanceof ApiError && [400, 404].includes(error.status))
    return (
      <section className="card">
        <EmptyState icon="bell" title={t("alarms.missing")} text={t("alarms.missingText")} error={error} />
      </section>
    );
  const list = alarm?.kind ?? "device";
  return (
    <PageBody
      title={name ?? t("status.alarm")}
      here={alarm === undefined ? "" : unitName(alarm)}
      crumbs={[
        {
          text: t(list === "device" ? "title.deviceAlarms" : "title.thresholdAlarms"),
          address: `/alarms/${list}`,
        },
      ]}
      awaited={query}
      beside={
        alarm && (
          <>
            <OperatingStatus status={alarm.severity} />
            <AlarmState alarm={alarm} />
          </>
        )
      }
      actions={alarm && mayChange && <AlarmActions alarm={alarm} />}
    >
      {alarm !== undefined && (
        <div className="alarm-columns">
          <div className="alarm-main">
            <section className="card" aria-label={t("alarms.guide")}>
              <div className="card-head">
                <h2>{t("alarms.guide")}</h2>
              </div>
              <FaultFacts name={faultKeyOf(alarm.faultCode)} />
            </section>
            <EvidenceCard alarm={alarm} />
            {alarm.groupedCount > 0 && <GroupedAlarms alarm={alarm} />}
            <HistoryCard alarm={alarm} mayComment={mayChange} />
          </div>
          <div className="alarm-side">
            <StateCard alarm={alarm} mayChange={mayChange} />
            <PlaceCard alarm={alarm} />
          </div>
        </div>
      )}
    </PageBody>
  );
}
