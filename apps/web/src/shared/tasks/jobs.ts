import { endpoints } from "virtual:endpoints";
import type { Job } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../api/api.ts";
import { queryOf } from "../api/queries.ts";
import { sessionStore } from "../session/current-session.ts";
import { download } from "./download.ts";

const RUNNING_INTERVAL_MS = 1_000;
/** A job that was started in another browser appears within this time. */
const IDLE_INTERVAL_MS = 30_000;
const NONE: readonly Job[] = [];

/** Queued or running. */
export const isOpenJob = ({ state }: Job): boolean => state === "queued" || state === "running";

/** The newest background jobs of the account, whichever browser started them. */
export function useJobs(): readonly Job[] {
  const { data } = useQuery({
    ...queryOf(endpoints.job.list, {}),
    enabled: sessionStore.read()?.isAnonymous === false,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(isOpenJob) === true ? RUNNING_INTERVAL_MS : IDLE_INTERVAL_MS,
  });
  return data?.rows ?? NONE;
}

/** Hands the file of a job to the user. A refusal is shown as a toast. */
export async function downloadJobFile({ jobId, title }: Job): Promise<void> {
  const response = await call(endpoints.job.getFile, { query: { jobId } }).catch(() => undefined);
  if (response !== undefined) download({ name: title, blob: response.data });
}

/** Jobs that this tab has started: it downloads their files as soon as they are done. */
const started = new Set<string>();

export const followJob = (jobId: string): void => void started.add(jobId);

/** Jobs that this tab has started and that have finished since the last call. */
export function takeFinished(jobs: readonly Job[]): readonly Job[] {
  return jobs.filter((job) => !isOpenJob(job) && started.delete(job.jobId));
}
