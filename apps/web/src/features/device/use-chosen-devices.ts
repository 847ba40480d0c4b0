import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useQueries } from "@tanstack/react-query";
import { queryOf } from "../../shared/api/queries.ts";

/** The chosen devices that are read already; the page's own is known. */
export function useChosenDevices(deviceIds: readonly string[], own: Device): readonly Device[] {
  const others = deviceIds.filter((id) => id !== own.deviceId);
  const found = useQueries({
    queries: others.map((deviceId) => queryOf(endpoints.device.get, { deviceId })),
  });
  const byId = new Map(
    found.flatMap(({ data }) => (data === undefined ? [] : [[data.deviceId, data] as const])),
  );
  byId.set(own.deviceId, own);
  return deviceIds.flatMap((id) => byId.get(id) ?? []);
}
