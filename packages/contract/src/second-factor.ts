import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { asSecret, id, instant, requiredLine } from "./primitives.ts";
import { passkeyCredential } from "./token.ts";

const own = { who: "signed-in", scope: { kind: "none" } } as const;
const stale = ["/user/settings/secondFactors"] as const;

/** Shown once, when a first factor is set or on demand; each signs in once instead of it. */
const recoveryCodes = z.array(z.string());

export const secondFactors = z.object({
  /** Since when an authenticator app is set; null without one. */
  totpSince: instant.nullable(),
  passkeys: z.array(
    z.object({
      passkeyId: id,
      name: z.string(),
      createdAt: instant,
      lastUsedAt: instant.nullable(),
    }),
  ),
  recoveryCodesLeft: z.int(),
  /** The role requires a second factor. */
  isRequired: z.boolean(),
});
export type SecondFactors = z.output<typeof secondFactors>;

export const getSecondFactors = defineEndpoint({
  method: "GET",
  path: "/user/settings/secondFactors",
  summary: "The caller's second factors",
  access: own,
  data: secondFactors,
  errors: ["A0230", "A0300"],
  cache: "bypass",
});

export const beginTotp = defineEndpoint({
  method: "POST",
  path: "/user/settings/totp/begin",
  summary: "Create a secret for an authenticator app; it takes effect once a code is confirmed",
  access: own,
  stepUp: true,
  body: z.strictObject({}),
  data: z.object({ secret: z.string(), uri: z.string() }),
  errors: ["A0230", "A0300", "A0400", "A0440"],
  invalidates: [],
});

export const confirmTotp = defineEndpoint({
  method: "POST",
  path: "/user/settings/totp",
  summary: "Confirm the authenticator app by a first code; returns recovery codes with the first factor",
  access: own,
  body: z.strictObject({ code: requiredLine(12).meta(asSecret) }),
  data: z.object({ recoveryCodes }),
  errors: ["A0230", "A0240", "A0300", "A0400", "A0501"],
  invalidates: stale,
});

export const removeTotp = defineEndpoint({
  method: "POST",
  path: "/user/settings/totp/remove",
  summary: "Remove the authenticator app",
  access: own,
  stepUp: true,
  body: z.strictObject({}),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0430"],
  invalidates: stale,
});

export const renewRecoveryCodes = defineEndpoint({
  method: "POST",
  path: "/user/settings/recoveryCodes",
  summary: "Replace the recovery codes by ten new ones",
  access: own,
  stepUp: true,
  body: z.strictObject({}),
  data: z.object({ recoveryCodes }),
  errors: ["A0230", "A0300", "A0400", "A0440"],
  invalidates: stale,
});

export const beginPasskeyRegistration = defineEndpoint({
  method: "POST",
  path: "/user/settings/passkey/begin",
  summary: "Begin to add a passkey",
  access: own,
  stepUp: true,
  body: z.strictObject({}),
  data: z.object({ ceremony: z.string(), options: z.looseObject({ challenge: z.string() }) }),
  errors: ["A0230", "A0300", "A0400", "A0501"],
  invalidates: [],
});

export const addPasskey = defineEndpoint({
  method: "POST",
  path: "/user/settings/passkey",
  summary: "Add a passkey; returns recovery codes with the first factor",
  access: own,
  body: z.strictObject({
    ceremony: z.string().min(1).max(200),
    name: requiredLine(60),
    credential: passkeyCredential,
  }),
  data: z.object({ passkeyId: id, recoveryCodes }),
  errors: ["A0111", "A0230", "A0300", "A0400", "A0402", "A0440"],
  invalidates: stale,
});

export const removePasskey = defineEndpoint({
  method: "POST",
  path: "/user/settings/passkey/remove",
  summary: "Remove a passkey",
  access: own,
  stepUp: true,
  body: z.strictObject({ passkeyId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0430"],
  invalidates: stale,
});
