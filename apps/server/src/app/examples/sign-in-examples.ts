import { endpoints } from "@heliograph/contract";
import type { ExampleEntry, ExampleValues } from "./example.ts";
import { EXAMPLE_CURRENT_PASSWORD, EXAMPLE_PASSWORD, nothing } from "./example.ts";

const { token, user, registry, settings, session, secondFactor, avatar } = endpoints;

/** A passkey as the browser returns it. */
function createCredential(values: ExampleValues) {
  const id = values.secret();
  return { id, rawId: id, type: "public-key", response: {} };
}

/** A password that is chosen by a code which was sent. */
const chooseByCode = (values: ExampleValues) => ({
  target: values.email(),
  code: "123456",
  password: EXAMPLE_PASSWORD,
  confirmPassword: EXAMPLE_PASSWORD,
});

export const createSignInExamples = (values: ExampleValues): ExampleEntry[] => [
  [token.login, () => ({ body: { account: values.email(), password: EXAMPLE_PASSWORD, endpoint: "WEB" } })],
  [token.anonymous, () => ({ body: { endpoint: "WEB" } })],
  [token.refresh, () => ({ body: { refresh_token: values.secret() } })],
  [token.logout, nothing],
  [token.ticket, () => ({ body: { ticket: `ticket_${values.secret()}`, endpoint: "WEB" } })],
  [token.secondFactor, () => ({ body: { challenge: values.secret(), code: "123456" } })],
  [token.beginPasskey, () => ({ body: {} })],
  [
    token.passkey,
    () => ({ body: { ceremony: values.secret(), credential: createCredential(values), endpoint: "WEB" } }),
  ],
  [user.isAnonymous, nothing],
  [user.isSuper, nothing],
  [user.getUserInfo, nothing],
  [registry.sendEmailCode, () => ({ query: { email: values.email() } })],
  [registry.sendPhoneCode, () => ({ query: { phone: values.phone() } })],
  [registry.sendCode, () => ({ query: { target: values.email("ben") } })],
  [registry.sendForgotCode, () => ({ query: { target: values.email() } })],
  [
    registry.register,
    () => ({
      body: {
        ...chooseByCode(values),
        userName: "Someone",
        agree: true,
      },
    }),
  ],
  [registry.updateForgottenPassword, () => ({ body: chooseByCode(values) })],
  [
    settings.updatePassword,
    () => ({
      body: {
        password: EXAMPLE_CURRENT_PASSWORD,
        newPassword: EXAMPLE_PASSWORD,
        confirmPassword: EXAMPLE_PASSWORD,
      },
    }),
  ],
  [settings.sendBindCode, () => ({ body: { target: values.email() } })],
  [settings.bindContact, () => ({ body: { target: values.email(), code: "123456" } })],
  [settings.updateMessageNotify, () => ({ body: { emailNotify: true } })],
  [settings.updateUserInfo, () => ({ body: { nickname: "Someone" } })],
  [registry.getInvitation, () => ({ query: { invitation: values.secret() } })],
  [
    registry.invite,
    () => ({
      body: {
        companyId: "",
        roleId: "",
        supervisorId: "",
        userName: "Someone",
        email: values.email("cleo"),
      },
    }),
  ],
  [registry.checkCode, () => ({ query: { target: values.email(), code: "123456" } })],
  [session.list, nothing],
  [session.end, () => ({ body: { sessionId: "" } })],
  [session.stepUp, () => ({ body: { password: EXAMPLE_PASSWORD } })],
  [session.createTicket, () => ({ body: {} })],
  [secondFactor.get, nothing],
  [secondFactor.beginTotp, () => ({ body: {} })],
  [secondFactor.confirmTotp, () => ({ body: { code: "123456" } })],
  [secondFactor.removeTotp, () => ({ body: {} })],
  [secondFactor.renewRecoveryCodes, () => ({ body: {} })],
  [secondFactor.beginPasskey, () => ({ body: {} })],
  [
    secondFactor.addPasskey,
    () => ({ body: { ceremony: values.secret(), name: "Key", credential: createCredential(values) } }),
  ],
  [secondFactor.removePasskey, () => ({ body: { passkeyId: "" } })],
  [session.logoff, () => ({ body: {} })],
  [avatar.getOwn, () => ({ query: { avatarId: "" } })],
  [avatar.get, () => ({ query: { accountId: "", avatarId: "" } })],
  [avatar.upload, nothing],
  [avatar.remove, () => ({ body: {} })],
];
