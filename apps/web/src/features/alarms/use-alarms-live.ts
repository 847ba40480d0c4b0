import { endpoints } from "virtual:endpoints";
import { dropPath } from "../../shared/api/queries.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";

const RELOAD_MS = 2_000;

function drop(): void {
  const { list, counts, get, log } = endpoints.alarm;
  for (const { path } of [list, counts, get, log]) void dropPath(path);
}

/** Reads alarms on screen again when any visible one changes. */
export function useAlarmsLive(): void {
  const reload = useThrottled(drop, RELOAD_MS);
  useLive("alarms", reload, reload);
}
