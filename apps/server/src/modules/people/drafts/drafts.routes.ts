import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import type { DraftsService } from "./drafts.service.ts";

export function mountDraftRoutes(mount: Mount, drafts: DraftsService): void {
  mount(endpoints.draft.save, async ({ scope, body }) => {
    await drafts.save(scope, body);
    return null;
  });
  mount(endpoints.draft.get, ({ scope, query }) => drafts.find(scope, query));
}
