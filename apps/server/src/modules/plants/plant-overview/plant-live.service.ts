import type { LiveMessage } from "@heliograph/contract";
import type { Bus } from "../../../infra/bus.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createThrottle } from "../../../infra/throttle.ts";
import type { PlantOverview } from "./plant-overview.service.ts";

/** Reading all watched plants that changed is one query; this is its shortest interval. */
const MIN_INTERVAL_MS = 500;

type PlantLiveMessage = Extract<LiveMessage, { type: "plant" }>;

/** Message `plant.{id}.changed` of the bus: only that something changed; who shows the plant reads what. */
interface Changed {
  readonly stationId: string;
  readonly hasNewEnergy: boolean;
}

export type PlantLive = ReturnType<typeof createPlantLive>;

/**
 * Tells every process that a plant changed, and reads the power, status and energy of those that this process watches: at
 * most twice a second in one query, and always once more after the last change. A plant without watchers costs no query.
 */
export function createPlantLive(deps: { bus: Bus; overview: PlantOverview; logger: Logger }) {
  const { bus, overview, logger } = deps;
  const watchers = new Map<string, Set<(message: PlantLiveMessage) => void>>();
  /** Plants to read, and whether their energies may have changed. */
  const changed = new Map<string, boolean>();

  async function readChanged(): Promise<void> {
    const plants = new Map(changed);
    changed.clear();
    try {
      for (const message of await overview.readLive(plants))
        for (const watcher of watchers.get(message.stationId) ?? []) watcher(message);
    } catch (error) {
      logger.warn({ err: error, plants: plants.size }, "live states could not be read");
    }
  }

  const reading = createThrottle(readChanged, MIN_INTERVAL_MS);
  const publish = (message: Changed) => bus.publish(`plant.${message.stationId}.changed`, message);

  return {
    /** Power, status, name or devices of the plant changed. */
    notifyChanged: (plantId: string): void => publish({ stationId: plantId, hasNewEnergy: false }),
    /** Its energies changed, and perhaps more. */
    notifyEnergyChanged: (plantId: string): void => publish({ stationId: plantId, hasNewEnergy: true }),
    /** Calls back with the figures of a plant after each change, until the returned function is called. */
    watch(plantId: string, onFigures: (message: PlantLiveMessage) => void): () => void {
      const note = (hasNewEnergy: boolean): void => {
        changed.set(plantId, hasNewEnergy || changed.get(plantId) === true);
        reading.request();
      };
      const leaveBus = [
        bus.subscribe(`plant.${plantId}.changed`, (message) => note((message as Changed).hasNewEnergy)),
        // Its alarms decide its status.
        bus.subscribe(`plant.${plantId}.alarms`, () => note(false)),
      ];
      const ofPlant = watchers.get(plantId) ?? new Set();
      watchers.set(plantId, ofPlant.add(onFigures));
      return () => {
        for (const leave of leaveBus) leave();
        ofPlant.delete(onFigures);
        if (ofPlant.size === 0) watchers.delete(plantId);
      };
    },
    stop: reading.stop,
  };
}
