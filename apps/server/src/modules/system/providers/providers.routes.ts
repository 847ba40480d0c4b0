import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { fileOf, withMessage } from "../../base/access/mount.ts";
import type { ProviderService } from "./providers.service.ts";

export function mountProviderRoutes(mount: Mount, providers: ProviderService): void {
  const { provider } = endpoints;
  mount(provider.list, () => providers.list());
  mount(provider.listPublic, () => providers.listPublic());
  mount(provider.add, async (call) =>
    withMessage(await providers.add(call, call.body), "done.providerAdded"),
  );
  mount(provider.update, async (call) =>
    withMessage(await providers.update(call, call.body), "done.providerSaved"),
  );
  mount(provider.delete, async (call) =>
    withMessage(await providers.delete(call, call.body), "done.providerDeleted"),
  );
  mount(provider.sort, (call) => providers.sort(call, call.body));
  mount(provider.uploadPicture, (call) => providers.uploadPicture(call.scope, fileOf(call)));
}
