import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import type { EngineStatusService } from "./engine-status.service.ts";

export function mountEngineStatusRoutes(mount: Mount, engineStatus: EngineStatusService): void {
  mount(endpoints.engineStatus.get, () => engineStatus.get());
}
