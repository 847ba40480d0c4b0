import type { LiveMessage, StationDetail } from "@heliograph/contract";

type Known = Pick<StationDetail, "updatedAt" | "unitCount">;

/** Tells of a message whether it holds what the loaded plant cannot show yet: its first report, or further units. */
export function createNewcomers(): (message: LiveMessage, plant: Known | undefined) => boolean {
  const heard = new Set<string>();
  let told = 0;
  return (message, plant) => {
    if (message.type === "units") for (const { deviceId } of message.units) heard.add(deviceId);
    if (plant === undefined) return false;
    if (message.type === "plant" && message.updatedAt !== null && plant.updatedAt === null) return true;
    // Told once: a unit that the plant's count leaves out must not load the page anew with every report.
    if (message.type !== "units" || heard.size <= Math.max(plant.unitCount ?? 0, told)) return false;
    told = heard.size;
    return true;
  };
}
