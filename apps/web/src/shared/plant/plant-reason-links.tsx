import type { PlantStatus } from "@heliograph/contract";
import { orderReasons } from "../alarms/order-reasons.ts";
import { ReasonLink } from "../alarms/reason-link.tsx";
import type { OpenAlarms } from "../alarms/use-open-alarms.ts";

export interface PlantReasonProps {
  readonly stationId: string;
  readonly status: PlantStatus;
  readonly alarms: OpenAlarms;
}

/** Alarms named in the header; the others are behind a link. */
const FEW = 2;

/** Needs the texts' part `faults`. */
export function PlantReasonLinks({ stationId, status, alarms: { rows, total } }: PlantReasonProps) {
  const shown = orderReasons(rows, status).slice(0, FEW);
  const more = { count: total - shown.length, address: `/station/${stationId}/alarms` };
  return (
    <span className="plant-reason">
      {shown.map((alarm, index) => (
        <ReasonLink key={alarm.alarmId} alarm={alarm} hasUnit {...(index === shown.length - 1 && { more })} />
      ))}
    </span>
  );
}
