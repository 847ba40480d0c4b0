import { endpoints } from "@heliograph/contract";
import type { MountFile } from "../../base/access/mount.ts";
import type { PlantMetrics } from "./plant-metrics.service.ts";

export function mountPlantMetricRoutes(mountFile: MountFile, service: PlantMetrics): void {
  mountFile(endpoints.apiKey.metrics, ({ scope }) => service.read(scope));
}
