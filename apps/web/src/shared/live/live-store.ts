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
  const maps: readonly Map<string, PlantLive | UnitLive>[] = [plants, pendingPlants, units, pendingUnits];
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

  function drop(stationId: string, isDropped: (value: PlantLive | UnitLive) => boolean): void {
    const deviceIds = [...plantOf].flatMap(([deviceId, plant]) => (plant === stationId ? [deviceId] : []));
    for (const map of maps)
      for (const id of [stationId, ...deviceIds]) {
        const value = map.get(id);
        if (value !== undefined && isDropped(value)) map.delete(id);
      }
    for (const id of deviceIds) if (!units.has(id) && !pendingUnits.has(id)) plantOf.delete(id);
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
      for (const map of [...maps, plantOf]) map.clear();
    },
    /** Returns a function that drops the values already pushed of a plant, and keeps later ones. */
    mark(stationId: string): () => void {
      const marked = new Set(maps.flatMap((map) => [...map.values()]));
      return () => drop(stationId, (value) => marked.has(value));
    },
    /** Drops the pushed values of a plant. */
    forget: (stationId: string): void => drop(stationId, () => true),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
