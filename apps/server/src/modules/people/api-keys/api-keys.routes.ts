import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import type { ApiKeyService } from "./api-keys.service.ts";

export function mountApiKeyRoutes(mount: Mount, service: ApiKeyService): void {
  const { apiKey } = endpoints;
  mount(apiKey.list, ({ scope }) => service.list(scope));
  mount(apiKey.add, (call) => service.add(call, call.body));
  mount(apiKey.revoke, async (call) => {
    await service.revoke(call, call.body.apiKeyId);
    return null;
  });
}
