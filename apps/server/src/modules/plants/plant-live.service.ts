import type { LiveMessage } from "@heliograph/contract";
import type { Bus } from "../../infra/bus.ts";
import type { Logger } from "../../infra/logger.ts";
import { systemScope } from "../access/access.service.ts";
import type { PlantService } from "./plants.service.ts";

const QUIET_MS = 1000;

export type PlantLive = ReturnType<typeof createPlantLive>;

/**
 * Tells the live bus a plant's power, status and energy after something moved: at most once a second a plant, and
 * always once more after the last touch, so that the last message is the last state.
 */
export function createPlantLive(deps: { bus: Bus; plants: PlantService; logger: Logger }) {
  const { bus, plants, logger } = deps;
  const waiting = new Map<string, NodeJS.Timeout>();
  const touchedAgain = new Set<string>();

  async function publish(plantId: string): Promise<void> {
    const row = await plants.getLive(systemScope(), plantId);
    if (!row) return;
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

  function touch(plantId: string): void {
    if (waiting.has(plantId)) {
      touchedAgain.add(plantId);
      return;
    }
    waiting.set(
      plantId,
      setTimeout(() => {
        waiting.delete(plantId);
        if (touchedAgain.delete(plantId)) touch(plantId);
      }, QUIET_MS),
    );
    publish(plantId).catch((error: unknown) =>
      logger.warn({ err: error, plantId }, "live state not published"),
    );
  }

  function stop(): void {
    for (const timer of waiting.values()) clearTimeout(timer);
    waiting.clear();
    touchedAgain.clear();
  }

  return { touch, stop };
}
