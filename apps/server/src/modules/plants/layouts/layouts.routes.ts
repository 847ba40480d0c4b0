import { endpoints } from "@heliograph/contract";
import type { Mount, MountFile } from "../../base/access/mount.ts";
import { fileOf, plantOf } from "../../base/access/mount.ts";
import type { LayoutService } from "./layouts.service.ts";

export function mountLayoutRoutes(mount: Mount, mountFile: MountFile, layouts: LayoutService): void {
  mount(endpoints.layout.get, (call) => layouts.get(plantOf(call)));
  mount(endpoints.layout.versions, (call) => layouts.versions(plantOf(call), call.query));
  mount(endpoints.layout.version, (call) => layouts.version(plantOf(call), call.query.version));
  mount(endpoints.layout.editor, (call) => layouts.editor(call.scope, plantOf(call)));
  mount(endpoints.layout.saveDraft, (call) => layouts.saveDraft(call.scope, plantOf(call), call.body));
  mount(endpoints.layout.discardDraft, async (call) => {
    await layouts.discardDraft(plantOf(call), call.body.revision);
    return null;
  });
  mount(endpoints.layout.publish, (call) => layouts.publish(call, plantOf(call), call.body.revision));
  mount(endpoints.layout.uploadPicture, (call) =>
    layouts.uploadPicture(call.scope, plantOf(call), fileOf(call)),
  );
  mountFile(endpoints.layout.picture, (call) => layouts.picture(plantOf(call), call.query.layoutPictureId));
  mountFile(endpoints.layout.export, (call) => layouts.exportFile(call.scope, plantOf(call), call.query));
  mount(endpoints.layout.read, (call) =>
    layouts.readFile(call, plantOf(call), { format: call.query.format, content: fileOf(call) }),
  );
  mountFile(endpoints.layout.pdf, (call) => layouts.pdf(plantOf(call), call.query.language));
  mount(endpoints.layout.expected, (call) => layouts.expected(call.scope, plantOf(call), call.query));
  mountFile(endpoints.layout.day, (call) => layouts.day(call.scope, plantOf(call), call.query));
}
