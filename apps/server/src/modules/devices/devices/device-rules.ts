import { createHash, timingSafeEqual } from "node:crypto";
import type { DeviceType } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import { dayRange } from "@heliograph/solar";
import type { Registered } from "./register.repository.ts";

export const HOUR_MS = 3_600_000;
/** Wrong codes of an account an hour, in all and for one serial number; attempts of others lock no one out. */
export const MAX_FAILURES = { byAccount: 20, bySn: 5 };

/** R3.10: level of a device in its plant. */
export const DEVICE_LEVELS: Readonly<Record<DeviceType, number>> = {
  DCON: 1,
  SCON: 2,
  MCON: 2,
  OPT: 3,
  RSD: 3,
};

export const hashCode = (code: string): Buffer => createHash("sha256").update(code).digest();

function isCodeRight(device: Registered, code: string): boolean {
  const given = hashCode(code);
  return timingSafeEqual(device.codeHash ?? Buffer.alloc(given.length), given);
}

/**
 * Whether a device can be added with a code. `refused` alike for a wrong code, an unknown serial number and a device bound
 * to a plant of others; `taken` for one in a plant of the caller.
 */
export function judgeAddable(
  device: Registered | undefined,
  code: string,
): { readonly verdict: "refused" | "taken" } | { readonly verdict: "addable"; readonly device: Registered } {
  if (!device?.codeHash || !isCodeRight(device, code) || !device.isForCaller) return { verdict: "refused" };
  if (!device.openLink) return { verdict: "addable", device };
  if (device.openLink.isInScope) return { verdict: "taken" };
  return device.isAdopted ? { verdict: "addable", device } : { verdict: "refused" };
}

/** When a device began to serve a plant, unless another time is given: when the plant was connected, never before the end of its last link. */
export function getDefaultStart(
  device: Registered,
  plant: { readonly gridConnectionDate: string; readonly zones: PlantZones },
  nowMs: number,
): Date {
  const earliest = device.lastLinkEndAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const connectedAt = dayRange(plant.gridConnectionDate, plant.zones).fromAt;
  return new Date(Math.max(Math.min(connectedAt, nowMs), earliest));
}
