import { useTranslation } from "react-i18next";
import { AlarmReason } from "../../shared/alarms/alarm-reason.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import type { PhonePlant } from "./use-phone-plant.ts";

/** Alarms listed on top; the others are behind a link. */
const FEW = 5;

interface PhoneAlarmsProps {
  readonly stationId: string;
  readonly alarms: PhonePlant["alarms"];
}

/** Open alarms of the plant, the most severe first. */
export function PhoneAlarms({ stationId, alarms: { rows, total } }: PhoneAlarmsProps) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  const shown = rows.slice(0, FEW);
  return (
    <section className="phone-alarms" aria-label={t("title.plantAlarms")}>
      <h2>{t("title.plantAlarms")}</h2>
      {shown.map((alarm, index) => (
        <p key={alarm.alarmId}>
          <OperatingStatus status={alarm.severity} />
          <AlarmReason
            alarm={alarm}
            hasUnit
            {...(index === shown.length - 1 && {
              more: { count: total - shown.length, address: `/station/${stationId}/alarms` },
            })}
          />
        </p>
      ))}
    </section>
  );
}
