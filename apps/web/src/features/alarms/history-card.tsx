import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/alarm.comment";
import type { AlarmEvent } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatSecond } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import { ZoneNote } from "../../shared/logs/zone-note.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import type { AlarmDetail } from "./alarm-detail.ts";

interface HistoryCardProps {
  readonly alarm: AlarmDetail;
  readonly mayComment: boolean;
}

const fields = { text: { labelKey: "alarms.comment", isMultiline: true } } as const;

/** What has happened to an alarm, the newest first, and comments. */
export function HistoryCard({ alarm, mayComment }: HistoryCardProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <section className="card" aria-label={t("alarms.history")}>
      <div className="card-head">
        <h2>{t("alarms.history")}</h2>
        <span className="note">
          <ZoneNote plantZone={alarm.timeZone} />
        </span>
        <span className="push" />
        <Link to={`/alarms/log?alarmId=${alarm.alarmId}`}>{t("title.alarmLog")}</Link>
        {mayComment && (
          <button type="button" className="button" onClick={() => setOpen(true)}>
            <Icon name="edit" />
            {t("alarms.addComment")}
          </button>
        )}
      </div>
      <ol className="alarm-history">
        {alarm.events.map((event) => (
          <Entry key={event.eventId} event={event} timeZone={alarm.timeZone} />
        ))}
      </ol>
      {isOpen && (
        <FormDialog
          title={t("alarms.addComment")}
          endpoint={endpoints.alarm.comment}
          schema={schema}
          fields={fields}
          fixed={{ alarmId: alarm.alarmId }}
          submitText={t("alarms.addComment")}
          onClose={close}
          onDone={close}
        />
      )}
    </section>
  );
}

function Entry({ event, timeZone }: { readonly event: AlarmEvent; readonly timeZone: string }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const text = () => {
    const { kind, assigneeName, severity, resolution } = event;
    if (kind === "severity" && severity !== null)
      return t("alarms.event.severity", { severity: t(`status.${severity}`) });
    if (kind === "assigned")
      return assigneeName === null
        ? t("alarms.event.assignment")
        : t("alarms.event.assigned", { name: assigneeName });
    if (kind === "cleared" && resolution !== null) return t(`alarms.resolution.${resolution}`);
    return t(`alarms.event.${kind}`);
  };
  return (
    <li data-kind={event.kind}>
      <time dateTime={event.at}>{formatSecond(Date.parse(event.at), timeZone, tag)}</time>
      <div>
        <strong>{text()}</strong>
        {event.accountName !== null && <span className="note"> · {event.accountName}</span>}
        {event.text !== "" && <p>{event.text}</p>}
      </div>
    </li>
  );
}
