import { z } from "zod";
import { accountRow } from "./account.ts";
import { defineEndpoint } from "./endpoint.ts";
import { accountPhone, clearable, email, id, line, password, requiredLine, revision } from "./primitives.ts";

const scope = { kind: "account", by: "accountId" } as const;
const mayEdit = { who: ["account:edit"], scope } as const;
const mayDelete = { who: ["account:delete"], scope } as const;

const one = z.strictObject({ accountId: id });
const changed = z.object({ accountId: id });
const invalidates = ["/account/list", "/account/detail", "/company/detail", "/company/tree"];

/** Jurisdiction (R6.6): everything of the company and those below, or chosen plants. */
const scopeKind = z.enum(["company", "plants"]);

export const accountDetail = z.object({
  ...accountRow.shape,
  roleId: id,
  customerTypeId: id,
  supervisorId: id.nullable(),
  revision,
  scopeKind,
  /** The chosen plants that the caller has access to. */
  scopeStations: z.array(z.object({ stationId: id, name: z.string() })),
  /** Whether the account has an authenticator app or a passkey; visible to users who can remove them. */
  hasSecondFactor: z.boolean(),
  /** Whether the caller has all rights of this account, and so may change it. */
  isWithinRights: z.boolean(),
  isOneself: z.boolean(),
});
export type AccountDetail = z.output<typeof accountDetail>;

export const getAccount = defineEndpoint({
  method: "GET",
  path: "/account/detail",
  summary: "One account the caller has access to, with its role, supervisor and plant access",
  access: { who: ["account:read"], scope },
  query: z.object({ accountId: id }),
  data: accountDetail,
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const updateAccount = defineEndpoint({
  method: "POST",
  path: "/account/update",
  summary: "Change an account's fields, role and supervisor; it keeps an email or a phone number",
  access: mayEdit,
  body: z.strictObject({
    accountId: id,
    revision,
    roleId: id.optional(),
    supervisorId: id.nullable().optional(),
    userName: requiredLine(80).optional(),
    nickname: clearable(line(80)),
    salutation: z.enum(["Mr", "Ms"]).nullable().optional(),
    email: email.nullable().optional(),
    phone: accountPhone.nullable().optional(),
    contact: clearable(line(120)),
    remarks: clearable(line(500)),
  }),
  data: z.object({ accountId: id, revision }),
  // A0220 where the email, phone or role is changed: contacts allow an account takeover, and a role adds rights.
  errors: ["A0111", "A0220", "A0230", "A0300", "A0400", "A0404", "A0430", "A0440"],
  invalidates: "all",
});

export const disableAccount = defineEndpoint({
  method: "POST",
  path: "/account/disable",
  summary: "Disable an account: its sessions end immediately",
  access: mayEdit,
  body: one,
  data: changed,
  errors: ["A0230", "A0300", "A0400", "A0404", "A0430"],
  invalidates,
});

export const enableAccount = defineEndpoint({
  method: "POST",
  path: "/account/enable",
  summary: "Enable a disabled account",
  access: mayEdit,
  body: one,
  data: changed,
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates,
});

export const deleteAccount = defineEndpoint({
  method: "POST",
  path: "/account/delete",
  summary: "Cancel an account: its personal fields are erased, log rows keep its id",
  access: mayDelete,
  body: z.strictObject({ accountId: id, revision }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0430", "A0440"],
  invalidates,
});

export const resetAccountPassword = defineEndpoint({
  method: "POST",
  path: "/account/resetPassword",
  summary: "Reset the password of an account: its sessions end immediately",
  access: mayEdit,
  stepUp: true,
  body: z.strictObject({ accountId: id, password }),
  data: changed,
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates,
});

export const removeSecondFactors = defineEndpoint({
  method: "POST",
  path: "/account/removeSecondFactors",
  summary: "Remove a lost authenticator app, passkeys and recovery codes of an account: its sessions end",
  access: mayEdit,
  stepUp: true,
  body: one,
  data: changed,
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates,
});

export const setAccountScope = defineEndpoint({
  method: "POST",
  path: "/account/scope",
  summary: "Set which plants an account may see (R6.6)",
  access: mayEdit,
  body: z.strictObject({
    accountId: id,
    revision,
    kind: scopeKind.optional(),
    /** With `plants`: all the chosen ones. */
    stationIds: z.array(id).max(1_000).optional(),
  }),
  data: z.object({ accountId: id, revision }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: "all",
});
