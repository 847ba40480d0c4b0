import type { CodePurpose } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import type { Call, Mount } from "../access/access.service.ts";
import { withMessage } from "../access/access.service.ts";
import type { RegistrationService } from "./registration.service.ts";

export function mountRegistrationRoutes(mount: Mount, registration: RegistrationService): void {
  const { registry } = endpoints;

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
}
