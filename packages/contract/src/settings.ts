import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import type { MessageKey } from "./messages/en.ts";
import {
  clearable,
  contact,
  currentPassword,
  language,
  line,
  password,
  repeatedPassword,
  requiredLine,
  verificationCode,
} from "./primitives.ts";
import { codeSent } from "./registry.ts";
import { tokens } from "./token.ts";

// Changes to the caller's own account. No field grants rights: role, company, type and the like are not included.
const own = { who: "signed-in", scope: { kind: "none" } } as const;
const readPaths = ["/user/settings/getUserInfo", "/account/list"] as const;

export const updatePassword = defineEndpoint({
  method: "POST",
  path: "/user/settings/updatePassword",
  summary: "Set a new password; ends all other sessions and returns new tokens of this one",
  access: own,
  body: z
    .strictObject({
      password: currentPassword,
      newPassword: password,
      confirmPassword: repeatedPassword("newPassword"),
    })
    .refine((body) => body.newPassword === body.confirmPassword, {
      path: ["confirmPassword"],
      error: "field.confirmPassword" satisfies MessageKey,
      // Also when another field is wrong, so that all problems are reported together.
      when: ({ value }) => {
        const { newPassword, confirmPassword } = (value ?? {}) as Record<string, unknown>;
        return typeof newPassword === "string" && typeof confirmPassword === "string";
      },
    }),
  data: tokens,
  errors: ["A0210", "A0230", "A0300", "A0400", "A0501"],
  invalidates: [],
});

export const sendBindCode = defineEndpoint({
  method: "POST",
  path: "/user/settings/sendCode",
  summary:
    "Send a verification code to an email or phone that is to be the caller's, or is and was never verified",
  access: own,
  body: z.strictObject({ target: contact }),
  data: codeSent,
  errors: ["A0230", "A0300", "A0400", "A0501"],
  invalidates: [],
});

export const bindContact = defineEndpoint({
  method: "POST",
  path: "/user/settings/bind",
  summary: "Set the caller's email or phone to one verified by a code",
  access: own,
  stepUp: true,
  body: z.strictObject({ target: contact, code: verificationCode }),
  data: z.object({ email: z.string().nullable(), phone: z.string().nullable() }),
  errors: ["A0111", "A0220", "A0230", "A0240", "A0300", "A0400", "A0501"],
  invalidates: [...readPaths, "/workData/powerStation/invitations"],
});

export const updateMessageNotify = defineEndpoint({
  method: "POST",
  path: "/user/settings/updateMessageNotify",
  summary: "Set whether sign-ins from new devices, changed passwords and alarms are mailed to the caller",
  access: own,
  body: z.strictObject({ emailNotify: z.boolean() }),
  data: z.object({ emailNotify: z.boolean() }),
  errors: ["A0230", "A0300", "A0400"],
  invalidates: ["/user/settings/getUserInfo"],
});

export const updateUserInfo = defineEndpoint({
  method: "POST",
  path: "/user/settings/updateUserInfo",
  summary: "Change the caller's name, form of address and language",
  access: own,
  body: z.strictObject({
    userName: requiredLine(80).optional(),
    nickname: clearable(line(80)),
    salutation: z.enum(["Mr", "Ms"]).nullable().optional(),
    contact: clearable(line(120)),
    language: language.optional(),
  }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400"],
  invalidates: readPaths,
});
