import { endpoints } from "virtual:endpoints";
import type { Job } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
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

/** Hands the file of a job to the user; false when it was refused, which a toast shows. */
export async function downloadJobFile({ jobId, title }: Job): Promise<boolean> {
  const response = await call(endpoints.job.getFile, { query: { jobId } }).catch(() => undefined);
  if (response === undefined) return false;
  download({ name: title, blob: response.data });
  return true;
}

/** Jobs that this tab has started: it downloads their files as soon as they are done. */
const started = new Set<string>();

const followers = new Set<() => void>();
let followedCount = 0;

export function followJob(jobId: string): void {
  started.add(jobId);
  followedCount += 1;
  for (const notify of followers) notify();
}

function subscribe(notify: () => void): () => void {
  followers.add(notify);
  return () => followers.delete(notify);
}

/** How many jobs this tab has followed: one may have finished before it was followed. */
export const useFollowedCount = (): number => useSyncExternalStore(subscribe, () => followedCount);

/** Jobs that this tab has started and that have finished since the last call. */
export function takeFinished(jobs: readonly Job[]): readonly Job[] {
  return jobs.filter((job) => !isOpenJob(job) && started.delete(job.jobId));
}
