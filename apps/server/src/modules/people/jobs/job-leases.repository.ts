import type { JobError, JobKind } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { JobFile } from "./jobs.repository.ts";

/** An attempt under the lease of this process. */
export interface Attempt {
  readonly jobId: string;
  readonly accountId: string;
  readonly kind: JobKind;
  readonly parameters: unknown;
  /** This attempt included; also names the attempt, so that one whose lease has ended changes nothing. */
  readonly attempts: number;
}

type AttemptKey = Pick<Attempt, "jobId" | "attempts">;

/**
 * Takes the lease of due jobs: the oldest of each account, of accounts whose last job started longest ago first. Only one
 * process does at a time, so that the limit per account holds for all together.
 */
export async function leaseJobs(
  trx: Transaction,
  options: { now: Date; leasedUntil: Date; max: number; maxAttempts: number; perAccount: number },
): Promise<Attempt[]> {
  const { now, leasedUntil, max, maxAttempts, perAccount } = options;
  const isDue = sql`(
    j.state in ('queued', 'running') and j.next_attempt_at <= ${now} and j.attempts < ${maxAttempts}
    and coalesce(j.leased_until <= ${now}, true)
  )`;
  await sql`select pg_advisory_xact_lock(hashtextextended('job_leases', 0))`.execute(trx);
  const { rows } = await sql<Attempt>`
    with accounts_due as (
      select j.account_id from jobs j where ${isDue} group by j.account_id
    ), due as (
      select j.id, j.created_at, started.at as last_started_at,
        row_number() over (partition by j.account_id order by j.created_at, j.id) + running.total as nth
      from accounts_due a join jobs j on j.account_id = a.account_id and ${isDue}
      cross join lateral (
        select count(*) as total from jobs r
        where r.account_id = a.account_id and r.state = 'running' and r.leased_until > ${now}
      ) running
      cross join lateral (select max(s.started_at) as at from jobs s where s.account_id = a.account_id) started
    ), chosen as (
      select j.id from jobs j join due on due.id = j.id
      where due.nth <= ${perAccount} and ${isDue}
      order by due.nth, due.last_started_at nulls first, due.created_at
      limit ${max} for update of j skip locked
    )
    update jobs j set state = 'running', leased_until = ${leasedUntil}, attempts = j.attempts + 1,
      started_at = ${now}, done = 0, total = null
    from chosen where j.id = chosen.id
    returning j.id as "jobId", j.account_id as "accountId", j.kind, j.parameters, j.attempts`.execute(trx);
  return rows;
}

/** Whether a job is due, or its attempts are used up: without it, no lock is needed. */
export async function hasOpenJobs(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ hasOpen: boolean }>`
    select exists (
      select from jobs
      where state in ('queued', 'running') and next_attempt_at <= ${now} and coalesce(leased_until <= ${now}, true)
    ) as "hasOpen"`.execute(db);
  return rows[0]?.hasOpen ?? false;
}

const isLeased = ({ jobId, attempts }: AttemptKey) =>
  sql`id = ${jobId} and attempts = ${attempts} and state = 'running'`;

/** Renews the lease and stores progress, if there is any. False when the job was cancelled or another process has it. */
export async function renewLease(
  db: Db,
  attempt: AttemptKey,
  { leasedUntil, progress }: { leasedUntil: Date; progress?: { done: number; total: number } },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update jobs set leased_until = ${leasedUntil}, done = coalesce(${progress?.done ?? null}::int, done),
      total = coalesce(${progress?.total ?? null}::int, total)
    where ${isLeased(attempt)} returning id`.execute(db);
  return rows.length > 0;
}

/** Ends a job with its file, all or nothing. False when the job was cancelled or another process has it. */
export async function endWithFile(
  db: Db,
  attempt: AttemptKey,
  { at, file }: { at: Date; file: JobFile },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with ended as (
      update jobs set state = 'done', leased_until = null, finished_at = ${at}
      where ${isLeased(attempt)} returning id
    )
    insert into job_files (job_id, name, content_type, content, plants)
    select id, ${file.name}, ${file.contentType}, ${file.content}, ${JSON.stringify(file.plants)}::jsonb from ended
    returning job_id as id`.execute(db);
  return rows.length > 0;
}

export async function endWithError(
  db: Db,
  attempt: AttemptKey,
  { at, error }: { at: Date; error: JobError },
): Promise<void> {
  await sql`
    update jobs set state = 'failed', error = ${error}, leased_until = null, finished_at = ${at}
    where ${isLeased(attempt)}`.execute(db);
}

/** Puts a job back into the queue: after a fault for another attempt, or uncounted because the process stops. */
export async function releaseJob(
  db: Db,
  attempt: AttemptKey,
  { nextAttemptAt, isCounted }: { nextAttemptAt: Date; isCounted: boolean },
): Promise<void> {
  await sql`
    update jobs set state = 'queued', leased_until = null, next_attempt_at = ${nextAttemptAt},
      attempts = attempts - ${isCounted ? 0 : 1}::int
    where ${isLeased(attempt)}`.execute(db);
}

/** Fails jobs whose last attempt ended with its process. */
export async function failInterrupted(
  db: Db,
  { now, maxAttempts }: { now: Date; maxAttempts: number },
): Promise<void> {
  await sql`
    update jobs set state = 'failed', error = ${"interrupted" satisfies JobError}, leased_until = null,
      finished_at = ${now}
    where state = 'running' and leased_until <= ${now} and attempts >= ${maxAttempts}`.execute(db);
}
