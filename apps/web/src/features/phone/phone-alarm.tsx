import type { AlarmRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { faultKeyOf } from "../../shared/alarms/alarm-texts.ts";
import { conditionText } from "../../shared/alarms/condition-text.ts";
import { useReasonSentence } from "../../shared/alarms/use-reason-sentence.ts";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";

export interface PhoneAlarmProps {
  readonly alarm: AlarmRow;
}

/** An alarm that opens to its cause, effect and remedy. Needs the texts' part `faults`. */
export function PhoneAlarm({ alarm }: PhoneAlarmProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const sentence = useReasonSentence(alarm, true);
  const name = faultKeyOf(alarm.faultCode);
  const facts = [
    [t("faultGuide.cause"), t(`faults.${name}.cause`)],
    [t("faultGuide.effect"), t(`faults.${name}.effect`)],
    [t("faultGuide.remedy"), t(`faults.${name}.remedy`)],
    [t("alarms.column.condition"), conditionText(alarm, t, (at) => formatDateTime(at, alarm.timeZone, tag))],
    [t("phonePlant.lastAt"), formatDateTime(Date.parse(alarm.lastAt), alarm.timeZone, tag)],
  ] as const;
  return (
    <details className="phone-alarm">
      <summary>
        <span>
          <OperatingStatus status={alarm.severity} />
          <span>{sentence}</span>
        </span>
        <Icon name="down" />
      </summary>
      <dl>
        {facts.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
