import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useQueries } from "@tanstack/react-query";
import { queryOf } from "../../shared/api/queries.ts";

export interface ChosenDevice {
  readonly deviceId: string;
  /** Undefined until it is read. */
  readonly device: Device | undefined;
  /** It does not exist, or the user has no access to it. */
  readonly isMissing: boolean;
}

/** The chosen devices in their order; the page's own is known. */
export function useChosenDevices(deviceIds: readonly string[], own: Device): readonly ChosenDevice[] {
  const others = deviceIds.filter((id) => id !== own.deviceId);
  const found = useQueries({
    queries: others.map((deviceId) => queryOf(endpoints.device.get, { deviceId })),
  });
  return deviceIds.map((deviceId) => {
    if (deviceId === own.deviceId) return { deviceId, device: own, isMissing: false };
    const query = found[others.indexOf(deviceId)];
    return { deviceId, device: query?.data, isMissing: query?.isError === true };
  });
}
