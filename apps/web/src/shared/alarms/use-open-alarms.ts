import { endpoints } from "virtual:endpoints";
import type { AlarmRow } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { queryOf, refreshPath } from "../api/queries.ts";
import { useLive } from "../live/live.ts";
import { useThrottled } from "../live/use-throttled.ts";

const RELOAD_MS = 5_000;
/** Rows of one request; a plant with more open alarms shows the most severe ones. */
const MAX_ALARMS = 200;

/** Open alarms of a plant that explain the status of the plant and its devices. */
export interface OpenAlarms {
  /** The most severe first, of those the latest. */
  readonly rows: readonly AlarmRow[];
  readonly total: number;
}

/** Reads the open alarms of a plant whose condition is present, again when they change; undefined where they are not visible. */
export function useOpenAlarms(stationId: string, isVisible: boolean): OpenAlarms | undefined {
  const { data } = useQuery({
    ...queryOf(endpoints.alarm.list, {
      stationId,
      status: "unresolved",
      condition: "present",
      sort: "severity",
      order: "desc",
      pageSize: MAX_ALARMS,
    }),
    enabled: isVisible,
  });
  const reload = useThrottled(() => refreshPath(endpoints.alarm.list.path), RELOAD_MS);
  useLive(`plant:${stationId}`, (message) => {
    if (message.type === "alarms" && isVisible) reload();
  });
  return isVisible ? data : undefined;
}
