import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { asAccountName, asSecret, currentPassword, endpointName, requiredLine } from "./primitives.ts";

/** `methods` and what they need: `data` of an A0221 response. */
export const secondFactorDemand = z.object({
  /** To be redeemed by POST /token/secondFactor within 10 minutes. */
  challenge: z.string(),
  /** `totp` and `recovery` are codes; `passkey` is POST /token/passkey; `totpSetup` makes the factor the role requires. */
  methods: z.array(z.enum(["totp", "recovery", "passkey", "totpSetup"])),
  /** With `totpSetup`: the secret for an authenticator app. */
  setup: z.object({ secret: z.string(), uri: z.string() }).optional(),
});
export type SecondFactorDemand = z.output<typeof secondFactorDemand>;

/** Seed section 3, Token response; `expires_in` and `refresh_expires_in` in seconds. */
export const tokens = z.object({
  token_type: z.literal("Bearer"),
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int(),
  refresh_expires_in: z.int(),
});
export type Tokens = z.output<typeof tokens>;

const open = { who: "public", scope: { kind: "none" } } as const;
/** Asks for a cookie by which this browser stays signed in. */
const keepSignedIn = z.boolean().optional();

export const login = defineEndpoint({
  method: "POST",
  path: "/token/login",
  summary: "Sign in with email or phone and password",
  access: open,
  body: z.strictObject({
    account: requiredLine(254).meta(asAccountName),
    password: currentPassword,
    endpoint: endpointName,
    keepSignedIn,
  }),
  duringMaintenance: true,
  cookie: true,
  data: tokens,
  errors: ["A0200", "A0221", "A0400", "A0501"],
});

export const anonymous = defineEndpoint({
  method: "POST",
  path: "/token/anonymous",
  summary: "Start an anonymous session that sees public plants",
  access: open,
  body: z.strictObject({ endpoint: endpointName }),
  duringMaintenance: true,
  data: tokens,
  errors: ["A0400", "A0501"],
});

export const refresh = defineEndpoint({
  method: "POST",
  path: "/token/refresh",
  summary:
    "Exchange a refresh token, or the one in the cookie of a browser that stays signed in, for a new pair",
  access: open,
  body: z.strictObject({ refresh_token: z.string().min(1).max(200).optional() }),
  duringMaintenance: true,
  cookie: true,
  data: tokens,
  errors: ["A0230", "A0400"],
});

export const logout = defineEndpoint({
  method: "DELETE",
  path: "/auth/logout",
  summary: "End this session",
  access: { who: "anonymous", scope: { kind: "none" } },
  duringMaintenance: true,
  cookie: true,
  data: z.null(),
  errors: ["A0230"],
});

/** Prefix of a ticket, which distinguishes it from a token in the same place. */
export const TICKET_PREFIX = "ticket_";
/** Seconds for which a ticket is valid. */
export const TICKET_S = 60;

export const createTicket = defineEndpoint({
  method: "POST",
  path: "/user/ticket",
  summary: "Create a ticket that signs this account in on another device; valid once, for 60 seconds",
  access: { who: "signed-in", scope: { kind: "none" } },
  body: z.strictObject({}),
  data: z.object({ ticket: z.string(), expiresInS: z.int() }),
  errors: ["A0230", "A0300", "A0400"],
  invalidates: [],
});

export const redeemTicket = defineEndpoint({
  method: "POST",
  path: "/token/ticket",
  summary: "Sign in with a ticket",
  access: open,
  body: z.strictObject({ ticket: z.string().min(1).max(200), endpoint: endpointName }),
  duringMaintenance: true,
  data: tokens,
  errors: ["A0230", "A0400"],
});

export const secondFactor = defineEndpoint({
  method: "POST",
  path: "/token/secondFactor",
  summary: "Second step of signing in: a code of the authenticator app, or a recovery code",
  access: open,
  body: z.strictObject({ challenge: z.string().min(1).max(200), code: requiredLine(40).meta(asSecret) }),
  duringMaintenance: true,
  cookie: true,
  data: tokens,
  errors: ["A0230", "A0240", "A0400", "A0501"],
});

/** Options of a passkey ceremony (WebAuthn, JSON form), passed unchanged to the browser's library. */
const passkeyOptions = z.looseObject({ challenge: z.string() });
/** Response of the authenticator; the server's library validates it, so only its outline is declared here. */
export const passkeyCredential = z.looseObject({
  id: z.string().min(1).max(1_400),
  rawId: z.string().min(1).max(1_400),
  type: z.literal("public-key"),
  response: z.record(z.string().max(40), z.unknown()),
});

export const beginPasskey = defineEndpoint({
  method: "POST",
  path: "/token/passkey/begin",
  summary: "Begin to sign in with a passkey",
  access: open,
  body: z.strictObject({}),
  duringMaintenance: true,
  data: z.object({ ceremony: z.string(), options: passkeyOptions }),
  errors: ["A0400", "A0501"],
});

export const signInByPasskey = defineEndpoint({
  method: "POST",
  path: "/token/passkey",
  summary: "Sign in with a passkey",
  access: open,
  body: z.strictObject({
    ceremony: z.string().min(1).max(200),
    credential: passkeyCredential,
    endpoint: endpointName,
    keepSignedIn,
  }),
  duringMaintenance: true,
  cookie: true,
  data: tokens,
  errors: ["A0200", "A0400"],
});
