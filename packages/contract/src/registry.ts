import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { contact, email, phone, verificationCode } from "./primitives.ts";

const open = { who: "public", scope: { kind: "none" } } as const;

/** What a verification code is good for; a code for one is none for another. */
export const codePurpose = z.enum(["register", "forgot", "bind"]);
export type CodePurpose = z.output<typeof codePurpose>;

/** The same for every target, whether somebody has it or not. */
const codeSent = z.object({ resendAfterS: z.int() });
const errors = ["A0400", "A0501"] as const;

export const sendEmailCode = defineEndpoint({
  method: "GET",
  path: "/registry/sendEmailCode",
  summary: "Send a verification code to an email",
  access: open,
  query: z.object({ email, purpose: codePurpose.default("register") }),
  data: codeSent,
  errors,
  cache: "bypass",
});

export const sendPhoneCode = defineEndpoint({
  method: "GET",
  path: "/registry/sendPhoneCode",
  summary: "Send a verification code to a phone",
  access: open,
  query: z.object({ phone, purpose: codePurpose.default("register") }),
  data: codeSent,
  errors,
  cache: "bypass",
});

export const sendCode = defineEndpoint({
  method: "GET",
  path: "/registry/sendCode",
  summary: "Send a verification code to an email or a phone",
  access: open,
  query: z.object({ target: contact, purpose: codePurpose.default("register") }),
  data: codeSent,
  errors,
  cache: "bypass",
});

export const checkCode = defineEndpoint({
  method: "GET",
  path: "/registry/checkCode",
  summary: "Whether a verification code is right; counts as one of its five tries and does not use it up",
  access: open,
  query: z.object({ target: contact, code: verificationCode, purpose: codePurpose.default("register") }),
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
