import type { LiveMessage } from "@heliograph/contract";
import type { Bus } from "../../../infra/bus.ts";
import type { Logger } from "../../../infra/logger.ts";
import { systemScope } from "../../base/access/scope.ts";
import type { PlantOverview } from "./plant-overview.service.ts";

const MIN_INTERVAL_MS = 1000;

export type PlantLive = ReturnType<typeof createPlantLive>;

/**
 * Publishes a plant's power, status and energy after a change: at most once a second per plant, and always once more
 * after the last change, so that the last message holds the last state.
 */
export function createPlantLive(deps: { bus: Bus; overview: PlantOverview; logger: Logger }) {
  const { bus, overview, logger } = deps;
  const timers = new Map<string, NodeJS.Timeout>();
  const changedAgain = new Set<string>();

  async function publish(plantId: string): Promise<void> {
    const plant = await overview.find(systemScope(), plantId);
    if (!plant) return;
    const { row } = plant;
    bus.publish(`plant.${plantId}.plant`, {
      type: "plant",
      stationId: plantId,
      powerW: row.powerW,
      status: row.status,
      isAsleep: row.isAsleep,
      updatedAt: row.updatedAt,
      energyTodayWh: (row.energyTodayKwh ?? 0) * 1000,
    } satisfies LiveMessage);
  }

  function notifyChanged(plantId: string): void {
    if (timers.has(plantId)) {
      changedAgain.add(plantId);
      return;
    }
    timers.set(
      plantId,
      setTimeout(() => {
        timers.delete(plantId);
        if (changedAgain.delete(plantId)) notifyChanged(plantId);
      }, MIN_INTERVAL_MS),
    );
    publish(plantId).catch((error: unknown) =>
      logger.warn({ err: error, plantId }, "live state not published"),
    );
  }

  function stop(): void {
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
    changedAgain.clear();
  }

  return { notifyChanged, stop };
}
