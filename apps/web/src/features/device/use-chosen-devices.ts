import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useQueries } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "../../shared/api/api-error.ts";
import { queryOf } from "../../shared/api/queries.ts";
import { noteShown } from "../../shared/api/shown-refusals.ts";

export interface ChosenDevice {
  readonly deviceId: string;
  /** Undefined until it is read. */
  readonly device: Device | undefined;
  /** It does not exist, or the user has no access to it. */
  readonly isMissing: boolean;
  /** It could not be read for another reason. */
  readonly isFailed: boolean;
  readonly isLoading: boolean;
}

// A plant whose devices are hidden from the user refuses them with 403.
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404].includes(error.status);

/** The chosen devices in their order; the page's own is known. */
export function useChosenDevices(deviceIds: readonly string[], own: Device): readonly ChosenDevice[] {
  const others = deviceIds.filter((id) => id !== own.deviceId);
  const found = useQueries({
    queries: others.map((deviceId) => queryOf(endpoints.device.get, { deviceId })),
  });
  useEffect(() => {
    // The choice shows such a device as not found.
    for (const { error } of found) if (isMissing(error)) noteShown(error);
  }, [found]);
  return deviceIds.map((deviceId) => {
    if (deviceId === own.deviceId)
      return { deviceId, device: own, isMissing: false, isFailed: false, isLoading: false };
    const query = found[others.indexOf(deviceId)];
    return {
      deviceId,
      device: query?.data,
      isMissing: isMissing(query?.error),
      isFailed: query?.isLoadingError === true && !isMissing(query.error),
      isLoading: query?.isPending === true,
    };
  });
}
