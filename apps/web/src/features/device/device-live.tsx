import { endpoints } from "virtual:endpoints";
import { refreshAll } from "../../shared/api/queries.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";

/** Status and the values of other devices follow reports, at most this often; the device's own values are pushed. */
const RELOAD_MS = 10_000;

/** Reads the device and its place again after reports of its plant. */
export function DeviceLive({ stationId }: { readonly stationId: string }) {
  const reload = useThrottled(
    () => refreshAll([endpoints.device.get, endpoints.devicePage.place, endpoints.alarm.list]),
    RELOAD_MS,
  );
  useLive(`plant:${stationId}`, reload, reload);
  return null;
}
