import type { AlarmRow, PlantStatus } from "@heliograph/contract";
import { getFault } from "@heliograph/contract/fault-codes";

const RANKS = { warning: 1, alarm: 2, fault: 3 } as const;
const DOWN: ReadonlySet<string> = new Set([getFault("gatewayOffline").code, getFault("unitOffline").code]);

type Ordered = Pick<AlarmRow, "faultCode" | "severity" | "parentAlarmId" | "firstAt">;

/**
 * Open alarms in the order in which they explain a status, as the server chooses the one it names in lists: for offline
 * those that say so, then the most severe, first those that no parent explains, the oldest: the status began with it.
 */
export function orderReasons<Row extends Ordered>(rows: readonly Row[], status: PlantStatus): Row[] {
  const isDown = ({ faultCode }: Row) => Number(status === "offline" && DOWN.has(faultCode));
  return rows.toSorted(
    (one, other) =>
      isDown(other) - isDown(one) ||
      RANKS[other.severity] - RANKS[one.severity] ||
      Number(one.parentAlarmId !== null) - Number(other.parentAlarmId !== null) ||
      one.firstAt.localeCompare(other.firstAt),
  );
}
