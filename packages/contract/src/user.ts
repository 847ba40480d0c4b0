import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, language } from "./primitives.ts";

const session = { who: "anonymous", scope: { kind: "none" } } as const;

export const isAnonymous = defineEndpoint({
  method: "GET",
  path: "/user/isAnonymous",
  summary: "Whether this session is anonymous",
  access: session,
  duringMaintenance: true,
  data: z.boolean(),
  errors: ["A0230"],
  cache: "bypass",
});

export const isSuper = defineEndpoint({
  method: "GET",
  path: "/user/isSuper",
  summary: "Whether this session's account has the role ROOT",
  access: session,
  duringMaintenance: true,
  data: z.boolean(),
  errors: ["A0230"],
  cache: "bypass",
});

export const userInfo = z.object({
  accountId: id,
  userName: z.string(),
  nickname: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Whether a code has verified that the email or phone number is the account's own. */
  isEmailVerified: z.boolean(),
  isPhoneVerified: z.boolean(),
  salutation: z.enum(["Mr", "Ms"]).nullable(),
  relation: z.enum(["customer", "colleague"]),
  companyId: id,
  companyName: z.string(),
  upstreamCompanyName: z.string().nullable(),
  /** The company is the platform operator. */
  isPlatform: z.boolean(),
  roleName: z.string(),
  customerTypeName: z.string(),
  /** Of the account's picture; null without one. */
  avatarId: id.nullable(),
  emailNotify: z.boolean(),
  language,
  contact: z.string(),
  supervisorName: z.string().nullable(),
  /** When this session was started by signing in. */
  signedInAt: instant,
});
export type UserInfo = z.output<typeof userInfo>;

export const getUserInfo = defineEndpoint({
  method: "GET",
  path: "/user/settings/getUserInfo",
  summary: "The signed-in account",
  access: { who: "signed-in", scope: { kind: "none" } },
  data: userInfo,
  errors: ["A0230"],
});
