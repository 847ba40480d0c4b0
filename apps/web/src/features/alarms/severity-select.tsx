import { endpoints } from "virtual:endpoints";
import type { AlarmSeverity } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { useImmediateValue } from "../../shared/api/use-immediate-value.ts";
import { listValues } from "../../shared/ui/table/list-schema.ts";
import type { AlarmDetail } from "./alarm-detail.ts";

const severities = listValues(endpoints.alarm.list, "severity");

/** Changes an alarm's severity with the choice. */
export function SeveritySelect({ alarm }: { readonly alarm: AlarmDetail }) {
  const { t } = useTranslation();
  const change = useChange(endpoints.alarm.severity);
  const { value, isBusy, choose } = useImmediateValue<AlarmSeverity>({
    value: alarm.severity,
    source: alarm,
    change: (severity) => change.mutateAsync({ alarmId: alarm.alarmId, severity }),
  });
  return (
    <select
      className="input"
      aria-label={t("alarms.column.severity")}
      value={value}
      disabled={isBusy}
      onChange={({ target }) => void choose(target.value as AlarmSeverity)}
    >
      {severities.map((severity) => (
        <option key={severity} value={severity}>
          {t(`status.${severity}`)}
        </option>
      ))}
    </select>
  );
}
