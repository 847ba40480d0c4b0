import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, line } from "./primitives.ts";
import { MAX_SITE_WORK_REASON } from "./site-work-limits.ts";

const siteWork = z.object({
  siteWorkId: id,
  fromAt: instant,
  /** Excluded: notifications are sent again after it. */
  untilAt: instant,
  reason: z.string(),
  /** Who started or planned it; null when the account no longer exists. */
  byName: z.string().nullable(),
});
export type SiteWork = z.output<typeof siteWork>;

const listPath = "/alarm/siteWork/list";

/** Everyone who may operate the plant in some way: switch it, command its devices or clear its alarms. */
const operate = {
  who: ["alarm:clear", "device:command", "station:shutdown"],
  scope: { kind: "plant", level: "operate", by: { stationId: "stationId" }, part: "alarms" },
} as const;
const invalidates = [listPath];

export const listSiteWork = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "Site work at a plant, running and planned: until it ends, its alarms are not mailed",
  access: {
    who: ["alarm:read"],
    scope: { kind: "plant", level: "read", by: { stationId: "stationId" }, part: "alarms" },
  },
  query: z.object({ stationId: id }),
  data: z.object({
    /** In the order of their start; those that are over are in the plant's log. */
    rows: z.array(siteWork),
    /** Whether the caller may start, change and end site work. */
    mayChange: z.boolean(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  // A window ends with the clock.
  cache: "bypass",
});

export const addSiteWork = defineEndpoint({
  method: "POST",
  path: "/alarm/siteWork/add",
  summary: "Start or plan site work at a plant: alarms are raised, but not mailed until it ends",
  access: operate,
  body: z.strictObject({
    stationId: id,
    /** Now when absent; at most 14 days ahead. */
    fromAt: instant.optional(),
    /** At most 72 hours after the start. */
    untilAt: instant,
    reason: line(MAX_SITE_WORK_REASON).default(""),
  }),
  data: z.object({ siteWorkId: id }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates,
});

export const extendSiteWork = defineEndpoint({
  method: "POST",
  path: "/alarm/siteWork/extend",
  summary: "Extend or shorten site work that is not over, to at most 72 hours after its start",
  access: operate,
  body: z.strictObject({ stationId: id, siteWorkId: id, untilAt: instant }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates,
});

export const endSiteWork = defineEndpoint({
  method: "POST",
  path: "/alarm/siteWork/end",
  summary: "End site work now, or cancel planned site work",
  access: operate,
  body: z.strictObject({ stationId: id, siteWorkId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates,
});
