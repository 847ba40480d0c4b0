import type { LiveMessage, LiveTopic, PermissionId, PlantPart } from "@heliograph/contract";
import type { AccessService, Scope } from "../modules/access/access.service.ts";
import { AppError } from "../modules/access/access.service.ts";
import type { HubEntry } from "./event-hub.ts";

type Message = Pick<HubEntry, "type" | "stationId" | "text">;

/** What a stream may pass on: asked for each message, computed anew at each check of its session. */
export interface Sight {
  /** The message as its reader may see it; undefined when not at all. */
  view(topic: LiveTopic, message: Message): string | undefined;
  /** Whether the plant is among what is passed on. */
  showsPlant(stationId: string): boolean;
}

const nodeOfType: Record<LiveMessage["type"], PermissionId> = {
  plant: "station:read",
  units: "device:read",
  gateway: "device:read",
  alarms: "alarm:read",
};

const partOfType: Partial<Record<LiveMessage["type"], PlantPart>> = {
  units: "devices",
  gateway: "devices",
  alarms: "alarms",
};

function mayRead(scope: Scope, type: LiveMessage["type"]): boolean {
  return scope.isAnonymous ? type === "plant" : scope.permissionIds.has(nodeOfType[type]);
}

function withoutEnergy(text: string): string {
  const { energyTodayWh: _, ...others } = JSON.parse(text) as { energyTodayWh?: number };
  return JSON.stringify(others);
}

/** Checks the topics against the scope. Throws A0404 for a plant that is not there or not the caller's to see. */
export async function createSight(
  access: AccessService,
  scope: Scope,
  topics: readonly LiveTopic[],
): Promise<Sight> {
  // What is hidden of each plant: of those that are topics themselves, and of all in reach.
  const named = new Map<string, readonly PlantPart[]>();
  for (const topic of topics) {
    if (topic === "plants") continue;
    const plantId = topic.slice("plant:".length);
    const plant = await access.findPlant(scope, plantId);
    if (!plant) throw new AppError("A0404");
    named.set(plantId, plant.hiddenParts);
  }
  const inReach = topics.includes("plants") ? await access.listPlants(scope) : new Map();
  return {
    showsPlant: (stationId) => inReach.has(stationId) || named.has(stationId),
    view(topic, { type, stationId, text }) {
      const hidden = (topic === "plants" ? inReach : named).get(stationId);
      const part = partOfType[type];
      if (!hidden || !mayRead(scope, type) || (part && hidden.includes(part))) return undefined;
      return type === "plant" && hidden.includes("energy") ? withoutEnergy(text) : text;
    },
  };
}
