import type { LiveMessage } from "@heliograph/contract";

export type PlantLive = Omit<Extract<LiveMessage, { type: "plant" }>, "type">;
export type UnitLive = Extract<LiveMessage, { type: "units" }>["units"][number];

/** Latest pushed values by plant and by unit. Subscribers are notified once per frame, however many messages arrived. */
export function createLiveStore(schedule: (commit: () => void) => void) {
  const plants = new Map<string, PlantLive>();
  const units = new Map<string, UnitLive>();
  const plantOf = new Map<string, string>();
  const pendingPlants = new Map<string, PlantLive>();
  const pendingUnits = new Map<string, UnitLive>();
  const listeners = new Set<() => void>();
  let isScheduled = false;

  function commit(): void {
    isScheduled = false;
    for (const [id, plant] of pendingPlants) plants.set(id, plant);
    for (const [id, unit] of pendingUnits) units.set(id, unit);
    pendingPlants.clear();
    pendingUnits.clear();
    for (const listener of listeners) listener();
  }

  return {
    add(message: LiveMessage): void {
      if (message.type === "plant") {
        // A message without energies leaves the last ones as they are.
        const before = pendingPlants.get(message.stationId) ?? plants.get(message.stationId);
        pendingPlants.set(message.stationId, { ...before, ...message });
      }
      if (message.type === "units")
        for (const unit of message.units) {
          pendingUnits.set(unit.deviceId, unit);
          plantOf.set(unit.deviceId, message.stationId);
        }
      if (isScheduled || pendingPlants.size + pendingUnits.size === 0) return;
      isScheduled = true;
      schedule(commit);
    },
    findPlant: (id: string) => plants.get(id),
    findUnit: (id: string) => units.get(id),
    clear(): void {
      for (const map of [plants, units, pendingPlants, pendingUnits, plantOf]) map.clear();
    },
    /** Drops the pushed values of a plant: a response of the server is newer. */
    forget(stationId: string): void {
      for (const [deviceId, plant] of plantOf)
        if (plant === stationId) for (const map of [units, pendingUnits, plantOf]) map.delete(deviceId);
      plants.delete(stationId);
      pendingPlants.delete(stationId);
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
