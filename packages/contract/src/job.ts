import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, listOf, paging } from "./primitives.ts";

/** Files: `plantExport` of a list of plants, `deviceExport` of a list of devices, `deviceDataExport` of samples of devices, `earningsExport` of a plant's earnings, `fleetEarningsExport` of those of all plants, `report` of a plant or of several, `commissioningReport` of a plant, and the results of `deviceImport` and `deviceRegister`, which add devices to a plant and enter them in the register. */
export const jobKind = z.enum([
  "plantExport",
  "deviceExport",
  "deviceDataExport",
  "earningsExport",
  "fleetEarningsExport",
  "report",
  "commissioningReport",
  "deviceImport",
  "deviceRegister",
]);
export type JobKind = z.output<typeof jobKind>;

export const jobState = z.enum(["queued", "running", "done", "failed", "cancelled"]);
export type JobState = z.output<typeof jobState>;

/**
 * Why a job failed. `access`: the account lost the permission or was disabled; `interrupted`: the server stopped during
 * every attempt; `tooLarge`: the file would exceed the maximum size; `internal`: another fault, which is in the server's log.
 */
export const jobError = z.enum(["access", "interrupted", "tooLarge", "internal"]);
export type JobError = z.output<typeof jobError>;

const job = z.object({
  jobId: id,
  kind: jobKind,
  title: z.string(),
  state: jobState,
  /** Units of work done, such as rows, and their total once it is known. */
  done: z.int(),
  total: z.int().nullable(),
  error: jobError.nullable(),
  /** Whether `/job/file` has a file. */
  hasFile: z.boolean(),
  createdAt: instant,
  /** Start of the last attempt; null before the first one. */
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** When the job is deleted with its file; null before it has finished. */
  expiresAt: instant.nullable(),
});
export type Job = z.output<typeof job>;

const listPath = "/job/list";
const detailPath = "/job/detail";
// Only the caller's own jobs.
const own = { who: "signed-in", scope: { kind: "none" } } as const;
const one = z.object({ jobId: id });

export const listJobs = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "Background jobs of the caller, the newest first",
  access: own,
  query: z.object({ page: paging.page, pageSize: paging.pageSize }),
  data: listOf(job),
  errors: ["A0230", "A0300", "A0400"],
  // Running jobs change it.
  cache: "bypass",
});

export const getJob = defineEndpoint({
  method: "GET",
  path: detailPath,
  summary: "A background job of the caller",
  access: own,
  query: one,
  data: job,
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const cancelJob = defineEndpoint({
  method: "POST",
  path: "/job/cancel",
  summary: "Cancel a background job of the caller that has not finished",
  access: own,
  body: z.strictObject({ jobId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [listPath, detailPath],
});

export const deleteJob = defineEndpoint({
  method: "POST",
  path: "/job/delete",
  summary: "Delete a finished background job of the caller with its file",
  access: own,
  body: z.strictObject({ jobId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [listPath, detailPath],
});

export const getJobFile = defineEndpoint({
  method: "GET",
  path: "/job/file",
  summary:
    "The file that a job of the caller has made; refused when the caller may no longer see all of its data",
  access: own,
  query: one,
  data: z.custom<Blob>(),
  responseType: "file",
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

/** Response of a call that starts a job. */
export const startedJob = z.object({ jobId: id });
