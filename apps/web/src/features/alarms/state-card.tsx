import { useTranslation } from "react-i18next";
import { conditionText } from "../../shared/alarms/condition-text.ts";
import { formatMoney, formatNumber } from "../../shared/base/format/numbers.ts";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { ZoneNote } from "../../shared/logs/zone-note.tsx";
import { Fact, Facts } from "../../shared/ui/content/facts.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import type { AlarmDetail } from "./alarm-detail.ts";
import { AlarmDuration } from "./alarm-duration.tsx";
import { AssigneeSelect } from "./assignee-select.tsx";
import { SeveritySelect } from "./severity-select.tsx";

interface StateCardProps {
  readonly alarm: AlarmDetail;
  readonly mayChange: boolean;
}

/** Since when and how often, who takes care of it, and how it was resolved; times in the plant's zone. */
export function StateCard({ alarm, mayChange }: StateCardProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const moment = (at: string) => formatDateTime(Date.parse(at), alarm.timeZone, tag);
  const by = (at: string | null, name: string | null) =>
    at && (name === null ? moment(at) : t("alarms.atBy", { at: moment(at), name }));
  const canChange = mayChange && alarm.status === "unresolved";
  return (
    <section className="card" aria-label={t("alarms.state")}>
      <div className="card-head">
        <h2>{t("alarms.state")}</h2>
        <span className="note">
          <ZoneNote plantZone={alarm.timeZone} />
        </span>
      </div>
      <Facts>
        <Fact name={t("alarms.column.condition")}>
          <StatusMark
            variant={alarm.goneAt === null && alarm.status === "unresolved" ? alarm.severity : "done"}
            text={conditionText(alarm, t, (at) => formatDateTime(at, alarm.timeZone, tag))}
          />
        </Fact>
        <Fact name={t("alarms.column.firstAt")}>{moment(alarm.firstAt)}</Fact>
        <Fact name={t("alarms.column.lastAt")}>{moment(alarm.lastAt)}</Fact>
        <Fact name={t("alarms.column.duration")}>
          <AlarmDuration alarm={alarm} />
        </Fact>
        <Fact name={t("alarms.column.count")}>{formatNumber(alarm.count, tag, 0)}</Fact>
        {alarm.lostPerMonth !== null && (
          <Fact name={t("alarms.lostPerMonth")}>
            {formatMoney(alarm.lostPerMonth.amount, alarm.lostPerMonth.currency, tag)}
          </Fact>
        )}
        <Fact name={t("alarms.column.severity")}>
          {canChange ? <SeveritySelect alarm={alarm} /> : <OperatingStatus status={alarm.severity} />}
        </Fact>
        <Fact name={t("alarms.column.assignee")}>
          {canChange ? <AssigneeSelect alarm={alarm} /> : alarm.assigneeName}
        </Fact>
        <Fact name={t("alarms.column.acknowledgedAt")}>
          {by(alarm.acknowledgedAt, alarm.acknowledgedByName)}
        </Fact>
        {alarm.resolvedAt !== null && (
          <Fact name={t("alarms.column.resolvedAt")}>
            {by(alarm.resolvedAt, alarm.resolvedByName)}
            {alarm.resolution !== null && <> · {t(`alarms.resolution.${alarm.resolution}`)}</>}
          </Fact>
        )}
        {alarm.resolutionReason !== "" && (
          <Fact name={t("alarms.column.reason")}>{alarm.resolutionReason}</Fact>
        )}
      </Facts>
    </section>
  );
}
