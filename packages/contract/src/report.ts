import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { startedJob } from "./job.ts";
import type { MessageKey } from "./messages/en.ts";
import { id, language } from "./primitives.ts";
import { plantTag } from "./station.ts";

/** Period of a report, in days of each plant's own calendar. */
export const reportKind = z.enum(["day", "month", "year"]);
export type ReportKind = z.output<typeof reportKind>;

export const reportFormat = z.enum(["pdf", "xlsx"]);
export type ReportFormat = z.output<typeof reportFormat>;

const MAX_CHOSEN_PLANTS = 200;

/** Plants of a report: one; without it, chosen ones; without these, all plants of the caller, or those with a tag. */
export const reportSubject = {
  stationId: id.optional(),
  stationIds: z
    .array(id)
    .min(1, { error: "field.required" satisfies MessageKey })
    .max(MAX_CHOSEN_PLANTS)
    .refine((ids) => new Set(ids).size === ids.length, { error: "field.twice" satisfies MessageKey })
    .optional(),
  tag: plantTag.optional(),
} as const;

export const reportOutput = { kind: reportKind, format: reportFormat, language } as const;

const read = { who: ["station:read"], scope: { kind: "in-scope" } } as const;

export const createReport = defineEndpoint({
  method: "POST",
  path: "/report/create",
  summary: "Write a report of a plant, or of several, in a background job (`/job`)",
  access: read,
  body: z.strictObject({
    ...reportSubject,
    ...reportOutput,
    /** `2026-03-29` for a day, `2026-03` for a month, `2026` for a year; it has begun. */
    period: z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/),
  }),
  data: startedJob,
  errors: ["A0230", "A0300", "A0400", "A0404", "A0501"],
  invalidates: ["/job/list"],
});
