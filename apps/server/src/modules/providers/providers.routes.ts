import { endpoints } from "@heliograph/contract";
import type { Mount } from "../access/access.service.ts";
import { fileOf, withMessage } from "../access/access.service.ts";
import type { ProviderService } from "./providers.service.ts";

export function mountProviderRoutes(mount: Mount, providers: ProviderService): void {
  const { provider } = endpoints;
  mount(provider.list, () => providers.list());
  mount(provider.listPublic, () => providers.listPublic());
  mount(provider.add, async ({ scope, address, body }) =>
    withMessage(await providers.add({ scope, address }, body), "done.providerAdded"),
  );
  mount(provider.update, async ({ scope, address, body }) =>
    withMessage(await providers.update({ scope, address }, body), "done.providerSaved"),
  );
  mount(provider.delete, async ({ scope, address, body }) =>
    withMessage(await providers.delete({ scope, address }, body), "done.providerDeleted"),
  );
  mount(provider.sort, ({ scope, address, body }) => providers.sort({ scope, address }, body));
  mount(provider.uploadPicture, (call) => providers.uploadPicture(call.scope, fileOf(call)));
}
