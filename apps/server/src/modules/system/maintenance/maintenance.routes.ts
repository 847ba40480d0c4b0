import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { withMessage } from "../../base/access/mount.ts";
import type { MaintenanceService } from "./maintenance.service.ts";

export function mountMaintenanceRoutes(mount: Mount, service: MaintenanceService): void {
  const { maintenance } = endpoints;
  mount(maintenance.list, ({ query }) => service.list(query));
  mount(maintenance.current, ({ query }) => service.getCurrent(query.kind));
  mount(maintenance.add, async (call) =>
    withMessage(await service.add(call, call.body), "done.maintenanceAdded"),
  );
  mount(maintenance.update, async (call) => {
    await service.update(call, call.body);
    return null;
  });
  mount(maintenance.switch, async (call) => {
    await service.switch(call, call.body);
    return null;
  });
  mount(maintenance.delete, async (call) => {
    await service.remove(call, call.body);
    return null;
  });
}
