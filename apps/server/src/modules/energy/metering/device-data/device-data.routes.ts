import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../../base/access/mount.ts";
import type { DeviceDataService } from "./device-data.service.ts";

export function mountDeviceDataRoutes(mount: Mount, deviceData: DeviceDataService): void {
  mount(endpoints.devicePage.series, ({ scope, query }) => deviceData.series(scope, query));
  mount(endpoints.devicePage.lastSample, ({ scope, query }) => deviceData.lastSample(scope, query.deviceId));
  mount(endpoints.devicePage.exportData, (call) => deviceData.start(call, call.body));
}
