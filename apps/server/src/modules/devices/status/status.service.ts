import type { DeviceStatus, DeviceType, PlantStatus } from "@heliograph/contract";
import { sunPosition } from "@heliograph/solar";

interface Place {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

function isSunDown({ latitude, longitude }: Place, now: number): boolean {
  if (latitude === null || longitude === null) return false;
  return sunPosition({ latitude, longitude, at: now }).elevationDeg < 0;
}

/** Whether a plant without any problem is asleep at night; false without coordinates. */
export function isPlantAsleep(plant: Place & { readonly status: PlantStatus }, now: number): boolean {
  return plant.status === "normal" && isSunDown(plant, now);
}

/** Whether a device is offline because the sun is down at its plant; a gateway never sleeps. */
export function isDeviceAsleep(
  device: Place & { readonly status: DeviceStatus; readonly type: DeviceType },
  now: number,
): boolean {
  return device.status === "offline" && device.type !== "DCON" && isSunDown(device, now);
}
