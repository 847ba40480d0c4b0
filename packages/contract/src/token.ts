import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { endpointName, requiredLine } from "./primitives.ts";

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

export const login = defineEndpoint({
  method: "POST",
  path: "/token/login",
  summary: "Sign in with email or phone and password",
  access: open,
  body: z.strictObject({
    account: requiredLine(254),
    password: z.string().min(1).max(128),
    endpoint: endpointName,
  }),
  duringMaintenance: true,
  data: tokens,
  errors: ["A0200", "A0400", "A0501"],
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
  summary: "Exchange a refresh token for a new pair",
  access: open,
  body: z.strictObject({ refresh_token: z.string().min(1).max(200) }),
  duringMaintenance: true,
  data: tokens,
  errors: ["A0230", "A0400"],
});

export const logout = defineEndpoint({
  method: "DELETE",
  path: "/auth/logout",
  summary: "End this session",
  access: { who: "anonymous", scope: { kind: "none" } },
  duringMaintenance: true,
  data: z.null(),
  errors: ["A0230"],
});
