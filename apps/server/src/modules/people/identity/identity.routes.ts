import type { Tokens } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Call, CallResult, Mount } from "../../base/access/mount.ts";
import { withRefreshCookie } from "../../base/access/mount.ts";
import { mountFactorRoutes } from "./factors/factor.routes.ts";
import type { IdentityService } from "./identity.service.ts";
import { mountSettingsRoutes } from "./profile/settings.routes.ts";
import type { StartedSession } from "./sessions/token-lifetime.ts";

const originOf = ({ address, userAgent }: Pick<Call<never>, "address" | "userAgent">) => ({
  address,
  userAgent,
});

/** The most recent sign-in in a browser decides whether it stays signed in. */
async function enter(started: Promise<StartedSession>): Promise<CallResult<Tokens>> {
  const { tokens, kept = null } = await started;
  return withRefreshCookie(tokens, kept);
}

export function mountIdentityRoutes(mount: Mount, identity: IdentityService): void {
  mountTokenRoutes(mount, identity);
  mountFactorRoutes(mount, identity);
  mountSettingsRoutes(mount, identity);
  const { user, session, permission } = endpoints;
  mount(user.isAnonymous, async ({ scope }) => scope.isAnonymous);
  mount(user.isSuper, async ({ scope }) => scope.isSuper);
  mount(user.getUserInfo, ({ scope, language }) => identity.getUserInfo(scope, language));
  mount(session.list, ({ scope }) => identity.listSessions(scope));
  mount(session.end, ({ scope, body, address }) => identity.endSessions(scope, { ...body, address }));
  mount(session.stepUp, ({ scope, body, address }) => identity.stepUp(scope, { ...body, address }));
  mount(session.createTicket, ({ scope }) => identity.createTicket(scope));
  mount(session.logoff, async (call) => {
    await identity.logOff(call);
    return null;
  });
  mount(permission.getPermission, ({ scope, language }) => identity.getPermission(scope, language));
}

function mountTokenRoutes(mount: Mount, identity: IdentityService): void {
  const { token } = endpoints;
  mount(token.login, (call) => enter(identity.signIn({ ...call.body, ...originOf(call) })));
  mount(token.secondFactor, (call) =>
    enter(identity.signInBySecondFactor({ ...call.body, ...originOf(call) })),
  );
  mount(token.beginPasskey, ({ origin, address }) => identity.beginPasskeySignIn({ origin, address }));
  mount(token.passkey, (call) =>
    enter(identity.signInByPasskey({ ...call.body, ...originOf(call), origin: call.origin })),
  );
  mount(token.anonymous, async (call) => {
    const { tokens } = await identity.startAnonymous({ ...call.body, ...originOf(call) });
    return tokens;
  });
  mount(token.ticket, async (call) => {
    const { tokens } = await identity.redeemTicket({ ...call.body, ...originOf(call) });
    return tokens;
  });
  mount(token.refresh, async ({ body, refreshCookie, address }) => {
    if (body.refresh_token !== undefined) {
      const { tokens } = await identity.refresh({ token: body.refresh_token, kind: "refresh", address });
      return tokens;
    }
    if (refreshCookie === undefined) throw new AppError("A0230");
    return await enter(identity.refresh({ token: refreshCookie, kind: "kept", address }));
  });
  mount(token.logout, async ({ scope, address }) => {
    await identity.signOut(scope, address);
    return withRefreshCookie(null, null);
  });
}
