import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf, withMessage } from "../../base/access/mount.ts";
import type { UpgradeService } from "./upgrades.service.ts";

export function mountUpgradeRoutes(mount: Mount, service: UpgradeService): void {
  const { upgrade } = endpoints;
  mount(upgrade.list, ({ scope, query }) => service.list(scope, query));
  mount(upgrade.get, ({ scope, query }) => service.get(scope, query.campaignId));
  mount(upgrade.devices, ({ scope, query }) => service.listDevices(scope, query));
  mount(upgrade.add, async (call) => withMessage(await service.add(call, call.body), "done.upgradeAdded"));
  mount(upgrade.pause, async (call) => {
    await service.pause(call, call.body.campaignId);
    return withMessage(null, "done.upgradePaused");
  });
  mount(upgrade.resume, async (call) => {
    await service.resume(call, call.body.campaignId);
    return withMessage(null, "done.upgradeResumed");
  });
  mount(upgrade.cancel, async (call) => {
    await service.cancel(call, call.body.campaignId);
    return withMessage(null, "done.upgradeCancelled");
  });
  mount(upgrade.ofDevice, (call) =>
    service.listOfDevice({ ...plantOf(call), deviceId: call.query.deviceId }, call.query),
  );
}
