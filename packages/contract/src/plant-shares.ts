import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { MAX_SHARED_PLANTS } from "./plant-share-limits.ts";
import { id } from "./primitives.ts";
import { invitation } from "./sharing.ts";

/**
 * Result of one plant of a call for many. `alreadyInvited`: the recipient has a pending invitation to it; `notAllowed`: the
 * caller sees the plant but may not share it; `noAdministrators`: the caller may share it with participants only;
 * `afterOwnEnd`: the caller's own access ends earlier; `tooMany`: it has too many pending invitations.
 */
export const plantShareResult = z.enum([
  "done",
  "alreadyInvited",
  "notAllowed",
  "noAdministrators",
  "afterOwnEnd",
  "tooMany",
]);
export type PlantShareResult = z.output<typeof plantShareResult>;

export const sharePlants = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/sharePlants",
  summary:
    "Invite a user to several plants, with a result for each plant; counts as one invitation, and the user gets one message",
  access: { who: ["station:share"], scope: { kind: "in-scope" } },
  body: z.strictObject({
    stationIds: z
      .array(id)
      .min(1)
      .max(MAX_SHARED_PLANTS)
      .refine((ids) => new Set(ids).size === ids.length, { error: "field.twice" }),
    ...invitation,
  }),
  /** Plants that do not exist or are not visible to the caller have no row. */
  data: z.object({ rows: z.array(z.object({ stationId: id, result: plantShareResult })) }),
  errors: ["A0230", "A0300", "A0400", "A0501"],
  invalidates: "all",
});
