import { OFFLINE_AFTER_INTERVALS, POWER_VALID_INTERVALS } from "@heliograph/contract/report-age";
import { skyAt, sunPosition } from "@heliograph/solar";
import { SLEEP_BELOW_DEG } from "../status/status.service.ts";

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Below this elevation of the sun nothing that is missing raises an alarm (domain: Alarms). */
export const MIN_SUN_ELEVATION_DEG = SLEEP_BELOW_DEG;
/**
 * Irradiance of a clear sky on level ground above which even the thickest clouds, which let a thirtieth of it through,
 * leave the light in which the electronics of a steep module start. At about 25° of elevation.
 */
const MIN_CLEAR_SKY_WM2 = 400;
/** Below this elevation no clear sky gives as much. */
export const HIGH_SUN_ELEVATION_DEG = 20;
/** A peer produces if its power is at least this share of its rated power. */
export const MIN_PEER_SHARE = 0.03;

const hasDaylight = ({ latitude, longitude }: Place, at: number): boolean =>
  sunPosition({ latitude, longitude, at }).elevationDeg >= MIN_SUN_ELEVATION_DEG;

/** Whether nothing was heard for three report intervals, all of them by day. Times in ms. */
function isSilentByDay(place: Place, since: number, intervalMs: number, now: number): boolean {
  const silenceMs = OFFLINE_AFTER_INTERVALS * intervalMs;
  return now - since >= silenceMs && hasDaylight(place, now) && hasDaylight(place, now - silenceMs);
}

/** A gateway, and since when it has been silent (ms). */
export interface ObservedGateway extends Place {
  readonly intervalMs: number;
  readonly silentSince: number;
}

export function isGatewayOffline(gateway: ObservedGateway, now: number): boolean {
  return isSilentByDay(gateway, gateway.silentSince, gateway.intervalMs, now);
}

/** A closed unit whose gateway is online. Times in ms. */
export interface ObservedUnit extends Place {
  readonly intervalMs: number;
  readonly lastSampleAt: number;
  /** When it could first have been heard: since then it has been in its plant and its gateway online. */
  readonly expectedSince: number;
  readonly canProduce: boolean;
  /** Null if it does not measure power. */
  readonly powerW: number | null;
  /** Other units of its type and orientation at its gateway, and how many of them produce now. */
  readonly peers: number;
  readonly producingPeers: number;
}

/** Whether a healthy unit is awake: most of its peers are, or the sun is so high that clouds do not matter. */
function isLight(unit: ObservedUnit, at: number): boolean {
  if (unit.producingPeers > 0 && unit.producingPeers * 2 >= unit.peers) return true;
  return skyAt(unit, at).ghiWm2 >= MIN_CLEAR_SKY_WM2;
}

function isZeroByDay(unit: ObservedUnit, now: number): boolean {
  const { canProduce, powerW, lastSampleAt, intervalMs } = unit;
  if (!canProduce || powerW === null || powerW > 0) return false;
  if (now - lastSampleAt >= POWER_VALID_INTERVALS * intervalMs) return false;
  return hasDaylight(unit, lastSampleAt) && hasDaylight(unit, now) && isLight(unit, lastSampleAt);
}

/**
 * What is missing from a unit, if it is not explained by the night or by thick clouds at a low sun. `heardUntil`: until when it
 * could have been heard, now unless the link is down.
 */
export function findUnitFault(
  unit: ObservedUnit,
  now: number,
  heardUntil = now,
): "unitOffline" | "zeroPower" | undefined {
  if (isZeroByDay(unit, now)) return "zeroPower";
  const silentSince = Math.max(unit.lastSampleAt, unit.expectedSince);
  if (!isSilentByDay(unit, silentSince, unit.intervalMs, heardUntil) || !isLight(unit, heardUntil))
    return undefined;
  return "unitOffline";
}
