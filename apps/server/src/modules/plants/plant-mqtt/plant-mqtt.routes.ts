import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import type { PlantMqtt } from "./plant-mqtt.service.ts";

export function mountPlantMqttRoutes(mount: Mount, service: Pick<PlantMqtt, "findUrl">): void {
  mount(endpoints.apiKey.mqtt, () => Promise.resolve({ url: service.findUrl() ?? null }));
}
