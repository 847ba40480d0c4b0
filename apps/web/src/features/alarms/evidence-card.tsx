import { endpoints } from "virtual:endpoints";
import type { AlarmEvidence } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Chart } from "../../shared/ui/chart/chart.tsx";
import { Segmented } from "../../shared/ui/form/segmented.tsx";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import type { AlarmDetail } from "./alarm-detail.ts";
import type { Measure } from "./evidence-chart.ts";
import { evidenceOption, measures } from "./evidence-chart.ts";

const HEIGHT = "30rem";

/** Measured values of the device over 24 hours around the alarm, beside its peers. */
export function EvidenceCard({ alarm }: { readonly alarm: AlarmDetail }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Measure>("powerW");
  const evidence = useQuery(queryOf(endpoints.alarm.evidence, { alarmId: alarm.alarmId }));
  const { data } = evidence;
  const measured = measures.filter((name) => data?.points.some((point) => point[name] !== null));
  const measure = measured.includes(chosen) ? chosen : (measured[0] ?? "powerW");
  return (
    <section className="card" aria-label={t("alarms.evidence.title")}>
      <div className="card-head">
        <h2>{t("alarms.evidence.title")}</h2>
        <span className="note">{t("alarms.evidence.note")}</span>
        <span className="push" />
        {measured.length > 1 && (
          <Segmented
            label={t("alarms.evidence.measure")}
            value={measure}
            options={measured.map((value) => ({ value, text: t(`alarms.evidence.${value}`) }))}
            onChange={setChosen}
          />
        )}
      </div>
      {data !== undefined && <Evidence alarm={alarm} evidence={data} measure={measure} />}
      {data === undefined && evidence.isError && (
        <FailedState error={evidence.error} onRetry={() => void evidence.refetch()} />
      )}
      {data === undefined && !evidence.isError && (
        <div className="evidence-wait">
          <Skeleton width="100%" height={HEIGHT} />
        </div>
      )}
    </section>
  );
}

interface EvidenceProps {
  readonly alarm: AlarmDetail;
  readonly evidence: AlarmEvidence;
  readonly measure: Measure;
}

function Evidence({ alarm, evidence, measure }: EvidenceProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { firstAt, lastAt, timeZone } = alarm;
  const option = useMemo(
    () =>
      evidenceOption({
        evidence,
        measure,
        marks: [...new Set([firstAt, lastAt])],
        timeZone,
        tag,
        words: {
          device: t("alarms.evidence.device"),
          mean: t("alarms.evidence.mean", { count: evidence.peerCount }),
          alarm: t("status.alarm"),
        },
      }),
    [evidence, measure, firstAt, lastAt, timeZone, tag, t],
  );
  const hasPeers = measure === "powerW" && evidence.peerCount > 0;
  if (evidence.points.length === 0 && evidence.peerMean.length === 0)
    return <EmptyState icon="bolt" title={t("alarms.evidence.none")} text={t("alarms.evidence.noneText")} />;
  return (
    <>
      <p className="chart-legend evidence-legend">
        <span>
          <i data-line="device" />
          {t("alarms.evidence.device")}
        </span>
        {hasPeers && (
          <>
            <span>
              <i data-line="peer" />
              {t("alarms.evidence.peers")}
            </span>
            <span>
              <i data-line="mean" />
              {t("alarms.evidence.mean", { count: evidence.peerCount })}
            </span>
          </>
        )}
      </p>
      <Chart option={option} label={t("alarms.evidence.title")} minHeight={HEIGHT} />
    </>
  );
}
