import type { LiveMessage, StationDetail } from "@heliograph/contract";

type Known = Pick<StationDetail, "updatedAt" | "unitCount">;

/** Checks whether a message holds what the loaded plant does not show yet: its first report, or more units. */
export function createUnseenUnits(): (message: LiveMessage, plant: Known | undefined) => boolean {
  const reported = new Set<string>();
  let announcedCount = 0;
  return (message, plant) => {
    if (message.type === "units") for (const { deviceId } of message.units) reported.add(deviceId);
    if (plant === undefined) return false;
    if (message.type === "plant" && message.updatedAt !== null && plant.updatedAt === null) return true;
    // Announced once: a unit that the plant's count leaves out must not reload the page with every report.
    if (message.type !== "units" || reported.size <= Math.max(plant.unitCount ?? 0, announcedCount))
      return false;
    announcedCount = reported.size;
    return true;
  };
}
