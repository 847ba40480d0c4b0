import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant } from "./primitives.ts";
import { reportOutput, reportSubject } from "./report.ts";

/**
 * Why a schedule has stopped. `access`: the account may no longer read the plant, or has been disabled; `email`: the account
 * has no verified email.
 */
export const reportProblem = z.enum(["access", "email"]);
export type ReportProblem = z.output<typeof reportProblem>;

const read = { who: ["station:read"], scope: { kind: "in-scope" } } as const;
const own = { who: "signed-in", scope: { kind: "none" } } as const;
const listPath = "/report/schedule/list";

const schedule = z.object({
  scheduleId: id,
  /** Null for several plants of the account: the chosen ones, those with the tag, or all. */
  stationId: id.nullable(),
  /** How many plants were chosen; null where none were. */
  chosenCount: z.int().nullable(),
  /** Null without a plant, and once it is no longer visible to the account. */
  stationName: z.string().nullable(),
  tag: z.string().nullable(),
  ...reportOutput,
  /** When the next report is sent: after the period has ended in the zones of all its plants; null while stopped. */
  nextAt: instant.nullable(),
  /** The last mail was written. */
  sentAt: instant.nullable(),
  /** Why it has stopped; saving the schedule starts it again. */
  problem: reportProblem.nullable(),
});
export type ReportSchedule = z.output<typeof schedule>;

export const listReportSchedules = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "The caller's schedules of reports by mail, of one plant if asked",
  access: own,
  query: z.object({ stationId: id.optional() }),
  data: z.object({
    rows: z.array(schedule),
    total: z.int().min(0),
    /** The verified email that reports go to; null without one. */
    email: z.string().nullable(),
  }),
  errors: ["A0230", "A0300", "A0400"],
  // Jobs change it.
  cache: "bypass",
});

export const addReportSchedule = defineEndpoint({
  method: "POST",
  path: "/report/schedule/add",
  summary: "Send a report to the caller by mail after each period",
  access: read,
  body: z.strictObject({ ...reportSubject, ...reportOutput }),
  data: z.object({ scheduleId: id }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [listPath],
});

export const updateReportSchedule = defineEndpoint({
  method: "POST",
  path: "/report/schedule/update",
  summary: "Change a schedule of the caller; one that has stopped starts again",
  access: read,
  body: z
    .strictObject({ scheduleId: id, ...reportOutput })
    .partial()
    .required({ scheduleId: true }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates: [listPath],
});

export const deleteReportSchedule = defineEndpoint({
  method: "POST",
  path: "/report/schedule/delete",
  summary: "Delete a schedule of the caller",
  access: own,
  body: z.strictObject({ scheduleId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates: [listPath],
});
