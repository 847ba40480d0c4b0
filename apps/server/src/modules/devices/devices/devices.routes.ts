import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf, withMessage } from "../../base/access/mount.ts";
import type { DeviceExportService } from "./device-export.service.ts";
import type { DeviceService } from "./devices.service.ts";

export function mountDeviceRoutes(
  mount: Mount,
  { devices, deviceExport }: { devices: DeviceService; deviceExport: DeviceExportService },
): void {
  mount(endpoints.device.register, async (call) =>
    withMessage(await devices.register(call, call.body), "done.devicesRegistered"),
  );
  mount(endpoints.device.add, async (call) => {
    const { deviceId, isHeld } = await devices.add(call, call.body);
    return withMessage({ deviceId }, isHeld ? "done.deviceAddedHeld" : "done.deviceAdded");
  });
  mount(endpoints.device.list, ({ scope, query, language }) => devices.list(scope, query, language));
  mount(endpoints.device.choices, ({ scope, language }) => devices.choices(scope, language));
  mount(endpoints.deviceView.export, (call) => deviceExport.start(call, call.body));
  mount(endpoints.station.powerFlow, ({ scope, query }) => devices.powerFlow(scope, query.stationId));
  mount(endpoints.device.get, ({ scope, query, language }) => devices.get(scope, query.deviceId, language));
  mount(endpoints.devicePage.place, ({ scope, query, language }) =>
    devices.place(scope, query.deviceId, language),
  );
  mount(endpoints.devicePage.history, ({ scope, query }) => devices.history(scope, query.deviceId));
  mount(endpoints.devicePage.settings, (call) =>
    devices.settings(call.scope, plantOf(call), call.query.deviceId),
  );
  mount(endpoints.devicePage.update, async (call) =>
    withMessage(await devices.update(call, call.body), "done.deviceUpdated"),
  );
  mount(endpoints.unplacedReports.list, ({ query }) => devices.unplacedReports(query));
  mount(endpoints.device.rejected, ({ scope, query }) => devices.rejected(scope, query));
}
