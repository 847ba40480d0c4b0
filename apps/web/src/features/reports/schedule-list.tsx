import { endpoints } from "virtual:endpoints";
import type { ReportSchedule } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { languages } from "../../shared/base/i18n/language.ts";
import { formatMoment } from "../../shared/logs/moments.ts";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import { EmptyState, FailedState } from "../../shared/ui/status/empty-state.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import "./reports.css";

/** Reports that the account is sent by mail: of one plant, or all of them. */
export function ScheduleList({ stationId }: { readonly stationId?: string }) {
  const { t } = useTranslation();
  const list = useQuery(
    queryOf(endpoints.report.listSchedules, stationId === undefined ? {} : { stationId }),
  );
  const { data } = list;
  return (
    <section className="card" aria-label={t("reports.schedules")}>
      <div className="card-head">
        <h2>{t("reports.schedules")}</h2>
      </div>
      {data === undefined && list.isError && (
        <FailedState error={list.error} onRetry={() => void list.refetch()} />
      )}
      {data !== undefined && (
        <p className="report-mail">
          {data.email === null ? t("reports.noEmail") : t("reports.sentTo", { email: data.email })}
        </p>
      )}
      {data?.rows.length === 0 && (
        <EmptyState icon="calendar" title={t("reports.noSchedules")} text={t("reports.noSchedulesText")} />
      )}
      <ul className="report-list" data-kind="schedules">
        {data?.rows.map((schedule) => (
          <ScheduleLine key={schedule.scheduleId} schedule={schedule} />
        ))}
      </ul>
    </section>
  );
}

function ScheduleLine({ schedule }: { readonly schedule: ReportSchedule }) {
  const { t } = useTranslation();
  const { tag: locale } = useLocale();
  const [isEditing, setIsEditing] = useState(false);
  const { mutate } = useChange(endpoints.report.deleteSchedule);
  const {
    scheduleId,
    stationId,
    stationName,
    chosenCount,
    tag,
    kind,
    format,
    language,
    nextAt,
    sentAt,
    problem,
  } = schedule;
  const tagged = tag === null ? t("reports.allPlants") : t("reports.tagged", { tag });
  const plants = chosenCount === null ? tagged : t("reports.chosenCount", { count: chosenCount });
  const subject = stationId === null ? plants : (stationName ?? t("reports.hiddenPlant"));
  const name = `${subject} · ${t(`reports.kinds.${kind}`)}`;

  async function remove(): Promise<void> {
    const result = await askConfirm({
      title: t("reports.deleteTitle"),
      text: t("reports.deleteText", { name }),
      confirmText: t("reports.deleteSchedule"),
      kind: "danger",
    });
    if (result === "confirm") mutate({ scheduleId });
  }

  return (
    <li>
      <span className="report-name">
        <span>{name}</span>
        <small>
          {t(format === "pdf" ? "reports.pdf" : "export.xlsx")} ·{" "}
          {languages.find(({ id }) => id === language)?.name}
        </small>
      </span>
      <span>
        {problem === null ? (
          <StatusMark
            variant="good"
            text={t("reports.nextAt", { at: nextAt === null ? "" : formatMoment(nextAt, locale) })}
          />
        ) : (
          <StatusMark variant="warning" text={t(`reports.problems.${problem}`)} />
        )}
        {sentAt !== null && <small>{t("reports.sentAt", { at: formatMoment(sentAt, locale) })}</small>}
      </span>
      <button
        type="button"
        className="button"
        aria-label={`${t("reports.editSchedule")}: ${name}`}
        onClick={() => setIsEditing(true)}
      >
        {t("reports.edit")}
      </button>
      <button
        type="button"
        className="button"
        aria-label={`${t("reports.deleteSchedule")}: ${name}`}
        onClick={() => void remove()}
      >
        {t("reports.delete")}
      </button>
      {isEditing && <ScheduleDialog schedule={schedule} onClose={() => setIsEditing(false)} />}
    </li>
  );
}
