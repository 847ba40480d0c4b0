import type { LiveMessage, LiveTopic, PermissionId } from "@heliograph/contract";
import type { AccessService, PlantLevel, Scope } from "../modules/access/access.service.ts";
import { AppError } from "../modules/access/access.service.ts";

/** What a stream may pass on: asked for each message, computed anew at each check of its session. */
export interface Sight {
  canSee(topic: LiveTopic, message: { type: LiveMessage["type"]; stationId: string }): boolean;
  /** Whether the plant is among what is passed on. */
  showsPlant(stationId: string): boolean;
}

const nodeOfType: Record<LiveMessage["type"], PermissionId> = {
  plant: "station:read",
  units: "device:read",
  gateway: "device:read",
  alarms: "alarm:read",
};

function mayRead(scope: Scope, type: LiveMessage["type"]): boolean {
  return scope.isAnonymous ? type === "plant" : scope.permissionIds.has(nodeOfType[type]);
}

/** Checks the topics against the scope. Throws A0404 for a plant that is not there or not the caller's to see. */
export async function createSight(
  access: AccessService,
  scope: Scope,
  topics: readonly LiveTopic[],
): Promise<Sight> {
  const levels = new Map<string, PlantLevel>();
  for (const topic of topics) {
    if (topic === "plants") continue;
    const plantId = topic.slice("plant:".length);
    const plant = await access.findPlant(scope, plantId);
    if (!plant) throw new AppError("A0404");
    levels.set(topic, plant.level);
  }
  const reach = topics.includes("plants") ? await access.listPlantIds(scope) : new Set<string>();
  return {
    showsPlant: (stationId) => reach.has(stationId) || levels.has(`plant:${stationId}`),
    canSee(topic, { type, stationId }) {
      if (!mayRead(scope, type)) return false;
      if (topic === "plants") return reach.has(stationId);
      // A stranger's look at a public plant shows its power and energy, never its devices or alarms.
      return levels.get(topic) === "public" ? type === "plant" : levels.has(topic);
    },
  };
}
