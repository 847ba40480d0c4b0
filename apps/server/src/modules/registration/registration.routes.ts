import type { CodePurpose } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import type { Call, Mount } from "../access/access.service.ts";
import { withKeptToken, withMessage } from "../access/access.service.ts";
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
    // As at a sign-in: this one decides whether the browser stays signed in.
    return withKeptToken(tokens, null);
  });
  mount(registry.updateForgottenPassword, async ({ body, address, userAgent }) => {
    const { tokens } = await registration.updateForgottenPassword(body, { address, userAgent });
    return withKeptToken(tokens, null);
  });
  mount(settings.sendBindCode, async ({ scope, body, address, language }) => {
    const asked = {
      purpose: "bind",
      target: body.target,
      accountId: scope.accountId,
      address,
      language,
    } as const;
    return withMessage(await registration.requestCode(asked), "done.codeSent");
  });
  mount(settings.bindContact, async ({ scope, body, address }) =>
    withMessage(await registration.bind(scope, { ...body, address }), "done.contactBound"),
  );
  mount(registry.getInvitation, ({ query, language }) =>
    registration.getInvitation(query.invitation, language),
  );
  mount(registry.invite, async ({ scope, address, body }) =>
    withMessage(await registration.invite({ scope, address }, body), "done.invited"),
  );
}
