import { endpoints } from "@heliograph/contract";
import type { Mount } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import type { HealthService } from "./health.service.ts";

export function mountHealthRoutes(mount: Mount, health: HealthService): void {
  mount(endpoints.health.live, async () => ({ isLive: true as const }));
  mount(endpoints.health.ready, async () => {
    try {
      await health.checkStores();
    } catch (cause) {
      throw new AppError("B0300", { cause });
    }
    return { isReady: true as const };
  });
}
