import { endpoints } from "@heliograph/contract";
import type { Mount, MountFile } from "../../base/access/mount.ts";
import { fileOf } from "../../base/access/mount.ts";
import type { AvatarService } from "./avatars.service.ts";

export function mountAvatarRoutes(mount: Mount, mountFile: MountFile, avatars: AvatarService): void {
  const { avatar } = endpoints;
  mountFile(avatar.getOwn, ({ scope, query }) =>
    avatars.get({ accountId: scope.accountId as string, avatarId: query.avatarId }),
  );
  mountFile(avatar.get, ({ query }) => avatars.get(query));
  mount(avatar.upload, (call) => avatars.upload(call, fileOf(call)));
  mount(avatar.remove, async (call) => {
    await avatars.remove(call);
    return null;
  });
}
