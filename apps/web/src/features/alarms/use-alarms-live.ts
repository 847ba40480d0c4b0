import { endpoints } from "virtual:endpoints";
import { refreshAll } from "../../shared/api/queries.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";

const RELOAD_MS = 2_000;

function refresh() {
  const { list, counts, get, log } = endpoints.alarm;
  return refreshAll([list, counts, get, log]);
}

/** Reads alarms on screen again when any visible one changes. */
export function useAlarmsLive(): void {
  const reload = useThrottled(refresh, RELOAD_MS);
  useLive("alarms", reload, reload);
}
