import type { CodePurpose } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import type { Call, Mount } from "../../base/access/mount.ts";
import { withMessage, withRefreshCookie } from "../../base/access/mount.ts";
import type { RegistrationService } from "./registration.service.ts";

export function mountRegistrationRoutes(mount: Mount, registration: RegistrationService): void {
  const { registry, settings } = endpoints;

  async function send(call: Pick<Call<never>, "address" | "language">, purpose: CodePurpose, target: string) {
    const { address, language } = call;
    return withMessage(
      await registration.requestCode({ purpose, target, address, language }),
      "done.codeSent",
    );
  }

  mount(registry.sendEmailCode, (call) => send(call, call.query.purpose, call.query.email));
  mount(registry.sendPhoneCode, (call) => send(call, call.query.purpose, call.query.phone));
  mount(registry.sendCode, (call) => send(call, call.query.purpose, call.query.target));
  mount(registry.sendForgotCode, (call) => send(call, "forgot", call.query.target));
  mount(registry.checkCode, async ({ query, address }) => {
    await registration.checkCode({ ...query, address });
    return null;
  });
  mount(registry.register, async ({ body, address, userAgent, language }) => {
    const { tokens } = await registration.register(body, { address, userAgent, language });
    // As at sign-in: the most recent one decides whether the browser stays signed in.
    return withRefreshCookie(tokens, null);
  });
  mount(registry.updateForgottenPassword, async ({ body, address, userAgent }) => {
    const { tokens } = await registration.updateForgottenPassword(body, { address, userAgent });
    return withRefreshCookie(tokens, null);
  });
  mount(settings.sendBindCode, async ({ scope, body, address, language }) => {
    const request = {
      purpose: "bind",
      target: body.target,
      accountId: scope.accountId,
      address,
      language,
    } as const;
    return withMessage(await registration.requestCode(request), "done.codeSent");
  });
  mount(settings.bindContact, async ({ scope, body, address }) =>
    withMessage(await registration.bind(scope, { ...body, address }), "done.contactBound"),
  );
  mount(registry.getInvitation, ({ query, language }) =>
    registration.getInvitation(query.invitation, language),
  );
  mount(registry.invite, async (call) =>
    withMessage(await registration.invite(call, call.body), "done.invited"),
  );
}
