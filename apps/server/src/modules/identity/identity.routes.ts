import { endpoints } from "@heliograph/contract";
import type { Call, Mount } from "../access/access.service.ts";
import type { IdentityService } from "./identity.service.ts";

const originOf = ({ address, userAgent }: Pick<Call<never>, "address" | "userAgent">) => ({
  address,
  userAgent,
});

export function mountIdentityRoutes(mount: Mount, identity: IdentityService): void {
  const { token, user, session, permission } = endpoints;
  mount(token.login, (call) => identity.signIn({ ...call.body, ...originOf(call) }));
  mount(token.anonymous, (call) => identity.startAnonymous({ ...call.body, ...originOf(call) }));
  mount(token.refresh, ({ body, address }) =>
    identity.refresh({ refreshToken: body.refresh_token, address }),
  );
  mount(token.logout, async ({ scope, address }) => {
    await identity.signOut(scope, address);
    return null;
  });
  mount(user.isAnonymous, async ({ scope }) => scope.isAnonymous);
  mount(user.isSuper, async ({ scope }) => scope.isSuper);
  mount(user.getUserInfo, ({ scope, language }) => identity.getUserInfo(scope, language));
  mount(session.list, ({ scope }) => identity.listSessions(scope));
  mount(session.end, ({ scope, body, address }) => identity.endSessions(scope, { ...body, address }));
  mount(session.stepUp, ({ scope, body, address }) => identity.stepUp(scope, { ...body, address }));
  mount(session.logoff, async ({ scope, address }) => {
    await identity.logOff(scope, address);
    return null;
  });
  mount(permission.getPermission, ({ scope, language }) => identity.getPermission(scope, language));
}
