import { endpoints } from "@heliograph/contract";
import type { Mount, MountFile } from "../../base/access/mount.ts";
import { fileOf, withMessage } from "../../base/access/mount.ts";
import type { FirmwareService } from "./firmware.service.ts";

export function mountFirmwareRoutes(mount: Mount, mountFile: MountFile, service: FirmwareService): void {
  const { firmware } = endpoints;
  mount(firmware.list, ({ scope, query }) => service.list(scope, query));
  mountFile(firmware.download, ({ scope, query }) => service.getFile(scope, query.firmwareId));
  mount(firmware.upload, ({ scope, body }) => service.beginUpload(scope, body));
  mount(firmware.uploadPart, async (call) => {
    await service.addPart(call.scope, { ...call.query, content: fileOf(call) });
    return null;
  });
  mount(firmware.publish, async (call) =>
    withMessage(await service.publish(call, call.body), "done.firmwarePublished"),
  );
  mount(firmware.update, async (call) => {
    await service.update(call, call.body);
    return withMessage(null, "done.firmwareSaved");
  });
  mount(firmware.delete, async (call) => {
    await service.remove(call, call.body.firmwareId);
    return withMessage(null, "done.firmwareDeleted");
  });
}
