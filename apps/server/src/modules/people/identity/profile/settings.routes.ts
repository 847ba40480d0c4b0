import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../../base/access/mount.ts";
import { CallResult, withMessage } from "../../../base/access/mount.ts";
import type { IdentityService } from "../identity.service.ts";

/** Endpoints for changes to the caller's own account. */
export function mountSettingsRoutes(mount: Mount, identity: IdentityService): void {
  const { settings } = endpoints;
  mount(settings.updatePassword, async ({ scope, body, address }) => {
    const { tokens, kept } = await identity.changePassword(scope, { ...body, address });
    return new CallResult(tokens, { messageKey: "done.passwordChanged", refreshCookie: kept });
  });
  mount(settings.updateMessageNotify, async ({ scope, body, address }) => {
    await identity.updateProfile(scope, { ...body, address });
    return body;
  });
  mount(settings.updateUserInfo, async ({ scope, body, address }) => {
    await identity.updateProfile(scope, { ...body, address });
    return withMessage(null, "done.profileSaved");
  });
}
