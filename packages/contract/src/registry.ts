import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import type { MessageKey } from "./messages/en.ts";
import {
  accountPhone,
  contact,
  email,
  id,
  instant,
  language,
  line,
  password,
  repeatedPassword,
  requiredLine,
  verificationCode,
} from "./primitives.ts";
import { tokens } from "./token.ts";

const open = { who: "public", scope: { kind: "none" } } as const;

/** Purposes of verification codes; a code is valid for one of them only. */
export const codePurpose = z.enum(["register", "forgot", "bind"]);
export type CodePurpose = z.output<typeof codePurpose>;

/** Purposes of codes without a session; one to bind a contact needs a session. */
const openPurpose = codePurpose.exclude(["bind"]).default("register");

/** Identical for every target, whether an account uses it or not. */
export const codeSent = z.object({ resendAfterS: z.int() });
const errors = ["A0400", "A0501"] as const;

export const sendEmailCode = defineEndpoint({
  method: "GET",
  path: "/registry/sendEmailCode",
  summary: "Send a verification code to an email",
  access: open,
  query: z.object({ email, purpose: openPurpose }),
  data: codeSent,
  errors,
  cache: "bypass",
});

export const sendPhoneCode = defineEndpoint({
  method: "GET",
  path: "/registry/sendPhoneCode",
  summary: "Send a verification code to a phone",
  access: open,
  query: z.object({ phone: accountPhone, purpose: openPurpose }),
  data: codeSent,
  errors,
  cache: "bypass",
});

export const sendCode = defineEndpoint({
  method: "GET",
  path: "/registry/sendCode",
  summary: "Send a verification code to an email or a phone",
  access: open,
  query: z.object({ target: contact, purpose: openPurpose }),
  data: codeSent,
  errors,
  cache: "bypass",
});

export const checkCode = defineEndpoint({
  method: "GET",
  path: "/registry/checkCode",
  summary: "Check a verification code; counts as one of the caller's five tries and does not use it up",
  access: open,
  query: z.object({ target: contact, code: verificationCode, purpose: openPurpose }),
  data: z.null(),
  errors: ["A0240", "A0400", "A0501"],
  cache: "bypass",
});

export const sendForgotCode = defineEndpoint({
  method: "GET",
  path: "/forgetPassword/sendCode",
  summary: "Send a verification code for a new password",
  access: open,
  query: z.object({ target: contact }),
  data: codeSent,
  errors,
  cache: "bypass",
});

/** A new password with its confirmation (R5.15, R5.16). */
export const chosenPassword = { password, confirmPassword: repeatedPassword("password") };
/** Compared also when another field is wrong, so that all problems are reported together. */
export const isSamePassword = {
  rule: (body: { password: string; confirmPassword: string }) => body.password === body.confirmPassword,
  because: {
    path: ["confirmPassword"],
    error: "field.confirmPassword" satisfies MessageKey,
    when: ({ value }: { value: unknown }) => {
      const { password, confirmPassword } = (value ?? {}) as Record<string, unknown>;
      return typeof password === "string" && typeof confirmPassword === "string";
    },
  },
};

/** Token of an invitation's link: 256 bits in base64url. */
const invitationToken = z.string().regex(/^[\w-]{43}$/, "field.invitationGone" satisfies MessageKey);

export const register = defineEndpoint({
  method: "POST",
  path: "/registry/register",
  summary: "Create an account with its own company, or join the company of an invitation",
  access: open,
  body: z
    .strictObject({
      target: contact,
      code: verificationCode,
      ...chosenPassword,
      userName: requiredLine(80),
      /** Name of the user's own company; the user's name when empty. Ignored with an invitation. */
      companyName: line(120).optional(),
      invitation: invitationToken.optional(),
      agree: z.literal(true, "field.agree" satisfies MessageKey),
    })
    .refine(isSamePassword.rule, isSamePassword.because),
  data: tokens,
  errors: ["A0111", "A0221", "A0240", "A0400", "A0501"],
  invalidates: [],
});

/** Content of an open invitation, for the holder of its link. */
export const getInvitation = defineEndpoint({
  method: "GET",
  path: "/registry/invitation",
  summary: "The invitation of a link, by its token",
  access: open,
  query: z.object({ invitation: invitationToken }),
  data: z.object({ target: z.string(), userName: z.string(), companyName: z.string(), expiresAt: instant }),
  errors: ["A0240", "A0400"],
  cache: "bypass",
});

export const invite = defineEndpoint({
  method: "POST",
  path: "/account/invite",
  summary: "Invite a user to an account of a company the caller has access to; the user chooses the password",
  access: { who: ["account:add"], scope: { kind: "company", by: "companyId" } },
  body: z
    .strictObject({
      /** The caller's own company when absent. */
      companyId: id.optional(),
      roleId: id,
      supervisorId: id.optional(),
      userName: requiredLine(80),
      email: email.optional(),
      phone: accountPhone.optional(),
      remarks: line(500).default(""),
      language: language.default("zh-cn"),
    })
    .refine((body) => body.email !== undefined || body.phone !== undefined, {
      path: ["email"],
      error: "field.emailOrPhone" satisfies MessageKey,
    }),
  data: z.object({ accountId: id, expiresAt: instant }),
  errors: ["A0111", "A0230", "A0300", "A0400", "A0404"],
  invalidates: ["/account/list", "/company/detail"],
});

export const updateForgottenPassword = defineEndpoint({
  method: "POST",
  path: "/forgetPassword/updatePassword",
  summary: "Set a new password with a verification code; ends all sessions and starts one",
  access: open,
  body: z
    .strictObject({ target: contact, code: verificationCode, ...chosenPassword })
    .refine(isSamePassword.rule, isSamePassword.because),
  data: tokens,
  errors: ["A0221", "A0240", "A0400", "A0501"],
  invalidates: [],
});
