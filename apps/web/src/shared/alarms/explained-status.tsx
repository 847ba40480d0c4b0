import type { PlantStatus, StatusAlarm } from "@heliograph/contract";
import type { ReactNode } from "react";
import { AlarmReason } from "./alarm-reason.tsx";
import { AlarmsLink } from "./alarms-link.tsx";
import "./explained-status.css";

interface ExplainedStatusProps {
  readonly status: PlantStatus;
  /** The alarm that decides the status, and the zone of its plant. */
  readonly alarm: StatusAlarm | null;
  readonly timeZone: string;
  /** Why it has its status, where no alarm says so. */
  readonly reason?: string | undefined;
  /** Names the device, where the row is not the device itself. */
  readonly hasUnit?: boolean;
  /** Of the alarms that explain the status. */
  readonly address: string;
  readonly children: ReactNode;
}

/** A status in a list with what decides it. */
export function ExplainedStatus(props: ExplainedStatusProps) {
  const { status, alarm, timeZone, reason, hasUnit = false, address, children } = props;
  return (
    <span className="explained-status">
      <AlarmsLink status={status} address={address}>
        {children}
      </AlarmsLink>
      {alarm !== null && <AlarmReason alarm={{ ...alarm, timeZone }} hasUnit={hasUnit} isShort />}
      {alarm === null && reason !== undefined && (
        <span className="status-reason one-line" title={reason}>
          {reason}
        </span>
      )}
    </span>
  );
}
