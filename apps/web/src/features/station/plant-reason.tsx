import { AlarmReason } from "../../shared/alarms/alarm-reason.tsx";
import type { OpenAlarms } from "../../shared/alarms/use-open-alarms.ts";

interface PlantReasonProps {
  readonly stationId: string;
  readonly alarms: OpenAlarms;
}

/** Alarms named in the header; the others are behind a link. */
const FEW = 2;

/** The most severe open alarms of a plant, and how many more there are. */
export function PlantReason({ stationId, alarms: { rows, total } }: PlantReasonProps) {
  const shown = rows.slice(0, FEW);
  const more = { count: total - shown.length, address: `/station/${stationId}/alarms` };
  return (
    <span className="plant-reason">
      {shown.map((alarm, index) => (
        <AlarmReason
          key={alarm.alarmId}
          alarm={alarm}
          hasUnit
          {...(index === shown.length - 1 && { more })}
        />
      ))}
    </span>
  );
}
