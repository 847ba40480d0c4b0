import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, listOf, paging } from "./primitives.ts";

/** `pending`: stored and counted as soon as what they lack is known, for 7 days at most; `rejected`: for good. */
const unplacedState = z.enum(["pending", "rejected"]);

export const listUnplacedReports = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/unplacedReports",
  summary: "Pending and rejected reports of a plant's gateways with their reasons, newest first",
  access: {
    who: ["device:read"],
    scope: { kind: "plant", level: "read", by: { stationId: "stationId" }, part: "devices" },
  },
  query: z.object({ page: paging.page, pageSize: paging.pageSize, stationId: id }),
  data: listOf(
    z.object({
      reportId: z.string(),
      state: unplacedState,
      deviceId: id,
      sn: z.string(),
      receivedAt: instant,
      topic: z.string(),
      seq: z.number().nullable(),
      reason: z.string(),
      detail: z.string(),
      /** Rows concerned; 0 for the whole report. */
      unitCount: z.int(),
      /** As text, or base64 if `isBinary`, cut at 4,096 characters. */
      body: z.string(),
      /** The body is not text. */
      isBinary: z.boolean(),
    }),
  ).extend({
    /** Since the gateways were added; of rejected reports only the last 1,000 of a gateway are listed. */
    counts: z.array(z.object({ state: unplacedState, reason: z.string(), total: z.int() })),
    /** Pending ones, and those rejected within the last day, except those of units that a user has removed from the plant. */
    recentTotal: z.int(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});
