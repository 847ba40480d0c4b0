import type { DeviceStatus, DeviceType, Language, PlantStatus } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import { sunPosition, sunriseSunset } from "@heliograph/solar";

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

/** Statuses of plants whose gateways report, so that silent units may be asleep; a problem does not keep them awake. */
const REPORTING: ReadonlySet<PlantStatus> = new Set(["normal", "warning", "alarm", "fault"]);

/** Whether the units of a plant are asleep: at night, and at the edges of the day while no power is reported; false without coordinates. */
export function isPlantAsleep(
  plant: Place & { readonly status: PlantStatus; readonly powerW: number | null },
  now: number,
): boolean {
  return REPORTING.has(plant.status) && isSunBelow(plant.powerW === null ? SLEEP_BELOW_DEG : 0, plant, now);
}

/** Whether the sun is below the horizon at a place; false where it is not known. */
export const isNightAt = (place: Place, now: number): boolean => isSunBelow(0, place, now);

const HALF_DAY_MS = 43_200_000;

/** The sunrise that ends the night at a place, epoch ms; undefined by day, where the place is not known, and in polar nights. */
export function findComingSunrise(place: Place, now: number): number | undefined {
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null || !isNightAt(place, now)) return undefined;
  // The noon nearest to half a day from now is the next one.
  const noonAt = now + HALF_DAY_MS;
  const { sunriseAt } = sunriseSunset(latitude, longitude, { fromAt: noonAt, toAt: noonAt });
  return sunriseAt !== undefined && sunriseAt > now ? sunriseAt : undefined;
}

/** Whether a device is offline because the sun is low or down at its plant; a gateway never sleeps. */
export function isDeviceAsleep(
  device: Place & { readonly status: DeviceStatus; readonly type: DeviceType },
  now: number,
): boolean {
  return device.status === "offline" && device.type !== "DCON" && isSunBelow(SLEEP_BELOW_DEG, device, now);
}

/** Status of a plant or a device as text, with the sleep that comes with it; a sleeping device is offline, as it should be. */
export function formatStatus(
  language: Language,
  { status, isAsleep }: { readonly status: PlantStatus; readonly isAsleep: boolean },
): string {
  const isExpected = isAsleep && status === "offline";
  const text = formatMessage(language, `status.plant.${isExpected ? "normal" : status}`);
  return isAsleep ? formatMessage(language, "status.plant.asleep", { status: text }) : text;
}
