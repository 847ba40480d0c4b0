import type { DeviceStatus, DeviceType, PlantStatus } from "@heliograph/contract";
import { sunPosition } from "@heliograph/solar";

interface Place {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Units fall silent before sunset and start after sunrise; below this elevation their silence raises no alarm either. */
export const SLEEP_BELOW_DEG = 5;

function isSunBelow(elevationDeg: number, { latitude, longitude }: Place, now: number): boolean {
  if (latitude === null || longitude === null) return false;
  return sunPosition({ latitude, longitude, at: now }).elevationDeg < elevationDeg;
}

/**
 * Whether a plant without any problem is asleep: at night, and at the edges of the day while no power is reported; false
 * without coordinates.
 */
export function isPlantAsleep(
  plant: Place & { readonly status: PlantStatus; readonly powerW: number | null },
  now: number,
): boolean {
  return plant.status === "normal" && isSunBelow(plant.powerW === null ? SLEEP_BELOW_DEG : 0, plant, now);
}

/** Whether the sun is below the horizon at a place; false where it is not known. */
export const isNightAt = (place: Place, now: number): boolean => isSunBelow(0, place, now);

/** Whether a device is offline because the sun is low or down at its plant; a gateway never sleeps. */
export function isDeviceAsleep(
  device: Place & { readonly status: DeviceStatus; readonly type: DeviceType },
  now: number,
): boolean {
  return device.status === "offline" && device.type !== "DCON" && isSunBelow(SLEEP_BELOW_DEG, device, now);
}
