import type { LiveMessage, LiveTopic, PermissionId, PlantPart } from "@heliograph/contract";
import { isOfAllPlants, plantOfTopic } from "@heliograph/contract/live-topics";
import { AppError } from "../errors.ts";
import type { AccessService } from "../modules/base/access/access.service.ts";
import type { PlantAccess } from "../modules/base/access/plant-access.ts";
import type { Scope } from "../modules/base/access/scope.ts";
import type { HubEntry } from "./event-hub.ts";

type Message = Pick<HubEntry, "type" | "stationId" | "text">;

/** Plants that topics name, by id. */
export type TopicPlants = ReadonlyMap<string, PlantAccess>;

/** Messages that a stream may send to its client. Valid for one check of the session; each later check computes it again. */
export interface Visibility {
  /** Returns the message without the parts hidden from the reader; undefined when all of it is hidden. */
  view(topic: LiveTopic, message: Message): string | undefined;
  includesPlant(stationId: string): boolean;
}

const PERMISSION_OF_TYPE: Record<LiveMessage["type"], PermissionId> = {
  plants: "station:read",
  plant: "station:read",
  units: "device:read",
  gateway: "device:read",
  alarms: "alarm:read",
  siteWork: "alarm:read",
  commands: "device:read",
  safety: "station:read",
};

const PART_OF_TYPE: Partial<Record<LiveMessage["type"], PlantPart>> = {
  units: "devices",
  gateway: "devices",
  alarms: "alarms",
  siteWork: "alarms",
  commands: "devices",
  safety: "devices",
};

function canRead(scope: Scope, type: LiveMessage["type"]): boolean {
  return scope.isAnonymous
    ? type === "plant" || type === "plants"
    : scope.permissionIds.has(PERMISSION_OF_TYPE[type]);
}

function withoutEnergy(text: string): string {
  const { energyTodayWh: _, ...others } = JSON.parse(text) as { energyTodayWh?: number };
  return JSON.stringify(others);
}

/** Looks up the plants that topics name. Throws A0404 for one that does not exist or that the caller has no access to. */
export async function findTopicPlants(
  access: AccessService,
  scope: Scope,
  topics: readonly LiveTopic[],
): Promise<TopicPlants> {
  const plants = new Map<string, PlantAccess>();
  for (const topic of topics) {
    if (isOfAllPlants(topic)) continue;
    const plantId = plantOfTopic(topic);
    const plant = await access.findPlant(scope, plantId);
    if (!plant) throw new AppError("A0404");
    plants.set(plantId, plant);
  }
  return plants;
}

export async function createVisibility(
  access: AccessService,
  scope: Scope,
  { topics, plants }: { topics: readonly LiveTopic[]; plants: TopicPlants },
): Promise<Visibility> {
  // Hidden parts by plant: of the plants that are topics themselves, and of all plants in scope.
  const named = new Map([...plants].map(([plantId, { hiddenParts }]) => [plantId, hiddenParts]));
  const inScope = topics.some(isOfAllPlants) ? await access.listPlants(scope) : new Map();
  return {
    includesPlant: (stationId) => inScope.has(stationId) || named.has(stationId),
    view(topic, { type, stationId, text }) {
      const hidden = (isOfAllPlants(topic) ? inScope : named).get(stationId);
      const part = PART_OF_TYPE[type];
      if (!hidden || !canRead(scope, type) || (part && hidden.includes(part))) return undefined;
      return type === "plant" && hidden.includes("energy") ? withoutEnergy(text) : text;
    },
  };
}
