import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, listOf, paging } from "./primitives.ts";

const listPath = "/system/fleetBrake/list";

/** Acts on many plants within a minute that stopped until a second person decides. */
const fleetBrake = z.object({
  brakeId: id,
  accountId: id,
  byName: z.string(),
  companyName: z.string(),
  stoppedAt: instant,
  /** Different plants within the minute. */
  plantCount: z.int(),
  state: z.enum(["open", "confirmed", "refused"]),
  decidedByName: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** Whether the caller may decide: no user decides about their own acts. One that was refused can be confirmed. */
  mayDecide: z.boolean(),
});
export type FleetBrake = z.output<typeof fleetBrake>;

export const listFleetBrakes = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "Stopped acts on many plants, of accounts of the caller's company and those below",
  access: { who: ["account:edit"], scope: { kind: "in-scope" } },
  query: z.object({ ...paging }),
  data: listOf(fleetBrake),
  errors: ["A0230", "A0300", "A0400"],
  cache: "bypass",
});

export const decideFleetBrake = defineEndpoint({
  method: "POST",
  path: "/system/fleetBrake/decide",
  summary: "As a second person, let an account go on with its acts on many plants, or refuse them",
  access: { who: ["account:edit"], scope: { kind: "account", by: "accountId" } },
  stepUp: true,
  /** The account whose acts stopped. */
  body: z.strictObject({ accountId: id, isConfirmed: z.boolean() }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [listPath],
});
