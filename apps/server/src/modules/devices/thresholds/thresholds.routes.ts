import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf, withMessage } from "../../base/access/mount.ts";
import type { ThresholdService } from "./thresholds.service.ts";

export function mountThresholdRoutes(mount: Mount, thresholds: ThresholdService): void {
  const { alarmThreshold } = endpoints;
  mount(alarmThreshold.list, () => thresholds.list());
  mount(alarmThreshold.set, async (call) =>
    withMessage(await thresholds.set(call, call.body), "done.settingsSaved"),
  );
  mount(alarmThreshold.listOfPlant, (call) => thresholds.listOfPlant(call.scope, plantOf(call)));
  mount(alarmThreshold.setOfPlant, async (call) =>
    withMessage(await thresholds.setOfPlant(call, plantOf(call), call.body), "done.settingsSaved"),
  );
  mount(alarmThreshold.resetOfPlant, async (call) =>
    withMessage(await thresholds.resetOfPlant(call, plantOf(call), call.body), "done.settingsSaved"),
  );
  mount(alarmThreshold.preview, ({ scope, query }) => thresholds.preview(scope, query));
}
