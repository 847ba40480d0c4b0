import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { settingsChange } from "./plant-settings.ts";
import { id, instant, listOf, requiredLine } from "./primitives.ts";

/** R6.4. An owner's own level is never given: that is a transfer. */
export const grantLevel = z.enum(["participant", "administrator"]);
export type GrantLevel = z.output<typeof grantLevel>;

/** Recipient: the id of an account the caller has access to, or any email or phone number. */
const target = requiredLine(254);

const administer = (node: "station:read" | "station:share") =>
  ({
    who: [node],
    scope: { kind: "plant", level: "administer", by: { stationId: "stationId" } },
  }) as const;

/** Source of the access to the plant. `scope`: accounts of a company that were given a list of plants. */
const memberWay = z.enum(["owner", "company", "scope", "installer", "grant", "invitation"]);

export const memberRow = z.object({
  way: memberWay,
  /** Of a grant or an open invitation. */
  grantId: id.nullable(),
  /** The person's, the company's, or the email or phone number an invitation went to. */
  name: z.string(),
  level: z.enum(["owner", "administrator", "installer", "participant"]),
  /** Whether this access allows commands; the account's role must allow them too. */
  mayOperate: z.boolean(),
  /** Number of accounts with this access (none for an open invitation), and how many of them may command the plant. */
  accountCount: z.int().min(0),
  commanderCount: z.int().min(0),
  sinceAt: instant,
  endsAt: instant.nullable(),
  invitedByName: z.string().nullable(),
  /** The caller has this access. */
  isMine: z.boolean(),
});
export type MemberRow = z.output<typeof memberRow>;

export const listMembers = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/members",
  summary:
    "Members of a plant with their source of access, start and right to command; with the open transfer",
  access: administer("station:read"),
  query: z.object({ stationId: id }),
  data: listOf(memberRow).extend({
    transfer: z
      .object({ transferId: id, toName: z.string(), keptGrants: z.int(), createdAt: instant })
      .nullable(),
    /** What the caller may grant: callers with a grant add no administrators, and no longer than their own grant. */
    giving: z.object({ administrators: z.boolean(), latestEndsAt: instant.nullable() }),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

/** What an invitation gives to whom. */
export const invitation = {
  target,
  level: grantLevel,
  /** Of a participant; an administrator always may. */
  mayOperate: z.boolean().default(false),
  /** When absent, until revoked, or until the inviter's own grant ends. */
  endsAt: instant.optional(),
};

export const share = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/share",
  summary:
    "Invite a user to a plant; the response is the same for known and unknown emails and phone numbers",
  access: administer("station:share"),
  body: z.strictObject({ stationId: id, ...invitation }),
  data: z.object({ grantId: id }),
  errors: ["A0300", "A0400", "A0404", "A0440", "A0501"],
  invalidates: "all",
});

export const respondToShare = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/shareAnswer",
  summary: "Accept or decline an invitation to a plant",
  access: { who: "signed-in", scope: { kind: "addressed", by: { grantId: "grantId" } } },
  body: z.strictObject({ grantId: id, accept: z.boolean() }),
  /** Null when it was declined. */
  data: z.object({ stationId: id.nullable() }),
  errors: ["A0300", "A0400", "A0404", "A0440"],
  invalidates: "all",
});

export const endShare = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/shareEnd",
  summary: "End a grant or withdraw an invitation; repeating it has no effect",
  access: {
    who: ["station:share"],
    scope: { kind: "plant", level: "administer", by: { grantId: "grantId" } },
  },
  body: z.strictObject({ grantId: id }),
  data: z.null(),
  errors: ["A0300", "A0400", "A0404"],
  invalidates: "all",
});

export const leaveShare = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/shareLeave",
  summary: "Leave a plant: end the caller's own grant",
  access: {
    who: "signed-in",
    scope: { kind: "plant", level: "read", by: { stationId: "stationId" } },
  },
  body: z.strictObject({ stationId: id }),
  data: z.null(),
  errors: ["A0300", "A0400", "A0404", "A0440"],
  invalidates: "all",
});

export const changeSettings = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/settings",
  summary: "Start page of a plant, and the parts visible to its participants (R6.7)",
  access: {
    who: ["station:edit"],
    scope: { kind: "plant", level: "administer", by: { stationId: "stationId" } },
  },
  body: settingsChange,
  data: z.null(),
  errors: ["A0300", "A0400", "A0404"],
  invalidates: "all",
});

const offer = {
  stationName: z.string(),
  stationNumber: z.string(),
  fromName: z.string(),
  createdAt: instant,
};

/** An offer to the caller; the plant itself is not visible before it is accepted. */
export const plantOffer = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("share"),
    grantId: id,
    ...offer,
    level: grantLevel,
    mayOperate: z.boolean(),
    endsAt: instant.nullable(),
  }),
  z.object({ kind: z.literal("transfer"), transferId: id, ...offer }),
]);
export type PlantOffer = z.output<typeof plantOffer>;

export const listOffers = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/invitations",
  summary: "Open invitations to plants and offered transfers, addressed to the caller",
  access: { who: "signed-in", scope: { kind: "in-scope" } },
  data: listOf(plantOffer),
  errors: ["A0230", "A0300"],
});

export const transfer = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/transfer",
  summary: "Offer a plant to another owner; open until accepted, declined or withdrawn, one at a time",
  access: {
    who: ["station:transfer"],
    scope: { kind: "plant", level: "own", by: { stationId: "stationId" } },
  },
  body: z.strictObject({
    stationId: id,
    target,
    /** Grants and invitations that remain under the new owner; the others end with the transfer. */
    keepGrantIds: z.array(id).max(500).default([]),
  }),
  stepUp: true,
  data: z.object({ transferId: id }),
  errors: ["A0300", "A0400", "A0404", "A0440", "A0501"],
  invalidates: "all",
});

export const respondToTransfer = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/transferAnswer",
  summary: "Accept or decline an offered plant; accepting moves ownership and company immediately",
  access: { who: "signed-in", scope: { kind: "addressed", by: { transferId: "transferId" } } },
  body: z.strictObject({ transferId: id, accept: z.boolean() }),
  data: z.object({ stationId: id.nullable() }),
  errors: ["A0300", "A0400", "A0404", "A0440"],
  invalidates: "all",
});

export const withdrawTransfer = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/transferWithdraw",
  summary: "Withdraw an offered transfer",
  access: {
    who: ["station:transfer"],
    scope: { kind: "plant", level: "own", by: { transferId: "transferId" } },
  },
  body: z.strictObject({ transferId: id }),
  data: z.null(),
  errors: ["A0300", "A0400", "A0404", "A0440"],
  invalidates: "all",
});
