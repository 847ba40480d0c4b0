import { endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Mount } from "../../base/access/mount.ts";
import type { HealthService } from "./health.service.ts";

export function mountHealthRoutes(mount: Mount, health: HealthService): void {
  mount(endpoints.health.live, async () => ({ isLive: true as const }));
  mount(endpoints.health.ready, async () => {
    const { isReady, isStopping, parts } = await health.check();
    if (!isReady) throw new AppError("B0300", { data: { isReady, isStopping, parts }, isLogged: true });
    return { isReady: true as const, parts };
  });
}
