import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../../base/access/mount.ts";
import type { IdentityService } from "../identity.service.ts";

/** An account's own second factors. */
export function mountFactorRoutes(mount: Mount, identity: IdentityService): void {
  const { secondFactor } = endpoints;
  mount(secondFactor.get, ({ scope }) => identity.getSecondFactors(scope));
  mount(secondFactor.beginTotp, ({ scope }) => identity.beginTotp(scope));
  mount(secondFactor.confirmTotp, ({ scope, body, address }) =>
    identity.confirmTotp(scope, { ...body, address }),
  );
  mount(secondFactor.removeTotp, async ({ scope, address }) => {
    await identity.removeTotp(scope, address);
    return null;
  });
  mount(secondFactor.renewRecoveryCodes, ({ scope, address }) => identity.renewRecoveryCodes(scope, address));
  mount(secondFactor.beginPasskey, ({ scope, origin, address }) =>
    identity.beginAddPasskey(scope, { origin, address }),
  );
  mount(secondFactor.addPasskey, ({ scope, body, origin, address }) =>
    identity.addPasskey(scope, { ...body, origin, address }),
  );
  mount(secondFactor.removePasskey, async ({ scope, body, address }) => {
    await identity.removePasskey(scope, { ...body, address });
    return null;
  });
}
