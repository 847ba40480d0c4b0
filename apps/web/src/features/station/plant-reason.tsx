import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AlarmReason } from "../../shared/alarms/alarm-reason.tsx";
import type { OpenAlarms } from "../../shared/alarms/use-open-alarms.ts";

interface PlantReasonProps {
  readonly stationId: string;
  readonly alarms: OpenAlarms;
}

/** The most severe open alarm of a plant, and how many more there are. */
export function PlantReason({ stationId, alarms: { rows, total } }: PlantReasonProps) {
  const { t } = useTranslation();
  const [first] = rows;
  if (first === undefined) return null;
  return (
    <p className="plant-reason">
      <AlarmReason alarm={first} hasUnit />
      {total > 1 && <Link to={`/station/${stationId}/alarms`}>{t("reason.more", { count: total - 1 })}</Link>}
    </p>
  );
}
