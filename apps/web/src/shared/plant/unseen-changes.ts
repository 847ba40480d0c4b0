import type { LiveMessage, StationDetail } from "@heliograph/contract";

type Known = Pick<StationDetail, "status" | "updatedAt" | "unitCount">;

/**
 * Checks whether a message holds what the loaded plant does not show yet and should not wait for its next reload: its first
 * report, more units, or another status, whose reason and online gateways are not pushed.
 */
export function createUnseenChanges(): (message: LiveMessage, plant: Known | undefined) => boolean {
  const reported = new Set<string>();
  let announcedCount = 0;
  let announcedStatus: string | undefined;

  // Announced once: a unit that the plant's count leaves out must not reload the page with every report.
  function hasMoreUnits(plant: Known): boolean {
    if (reported.size <= Math.max(plant.unitCount ?? 0, announcedCount)) return false;
    announcedCount = reported.size;
    return true;
  }

  // Announced once: reloads in quick succession would cancel a slow response again and again.
  function hasOtherStatus(status: string, plant: Known): boolean {
    const isAnnounced = announcedStatus === status;
    announcedStatus = status === plant.status ? undefined : status;
    return announcedStatus !== undefined && !isAnnounced;
  }

  return (message, plant) => {
    if (message.type === "units") for (const { deviceId } of message.units) reported.add(deviceId);
    if (plant === undefined) return false;
    if (message.type === "units") return hasMoreUnits(plant);
    if (message.type !== "plant") return false;
    const isOther = hasOtherStatus(message.status, plant);
    return isOther || (message.updatedAt !== null && plant.updatedAt === null);
  };
}
