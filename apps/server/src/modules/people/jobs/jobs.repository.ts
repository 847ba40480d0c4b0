import type { JobError, JobKind, JobState, PlantPart } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

export interface JobRow {
  readonly jobId: string;
  readonly kind: JobKind;
  readonly title: string;
  readonly state: JobState;
  readonly done: number;
  readonly total: number | null;
  readonly error: JobError | null;
  readonly hasFile: boolean;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** Plants whose data a file contains, and the parts of them that were hidden from the account when it was written. */
export interface PlantsInFile {
  readonly hiddenParts: readonly PlantPart[];
  readonly plantIds: readonly string[];
}

export interface JobFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
  readonly plants: readonly PlantsInFile[];
}

export interface NewJob {
  readonly kind: JobKind;
  readonly title: string;
  readonly parameters: unknown;
  /** The plant of a job that is about one, for the log. */
  readonly plantId?: string | undefined;
}

interface OwnJob {
  readonly accountId: string;
  readonly jobId: string;
}

const jobColumns = sql`
  j.id as "jobId", j.kind, j.title, j.state, j.done, j.total, j.error, f.job_id is not null as "hasFile",
  j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt"`;

export async function insertJob(
  trx: Transaction,
  { accountId, job, at }: { accountId: string; job: NewJob; at: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into jobs (account_id, kind, title, parameters, state, created_at, next_attempt_at)
    values (${accountId}, ${job.kind}, ${job.title}, ${JSON.stringify(job.parameters)}::jsonb, 'queued', ${at}, ${at})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/** Jobs of an account that have not finished. */
export async function countOpenJobs(trx: Transaction, accountId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from jobs
    where account_id = ${accountId} and state in ('queued', 'running')`.execute(trx);
  return rows[0]?.total ?? 0;
}

export async function listJobs(
  db: Db,
  { accountId, offset, limit }: { accountId: string; offset: number; limit: number },
): Promise<{ rows: JobRow[]; total: number }> {
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from jobs where account_id = ${accountId}`.execute(db);
  const { rows } = await sql<JobRow>`
    select ${jobColumns} from jobs j left join job_files f on f.job_id = j.id
    where j.account_id = ${accountId} order by j.created_at desc, j.id offset ${offset} limit ${limit}`.execute(
    db,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** What jobs of these kinds were started with, the newest first. */
export async function listParameters(
  db: Db,
  { accountId, kinds }: { accountId: string; kinds: readonly JobKind[] },
): Promise<{ jobId: string; parameters: unknown }[]> {
  const { rows } = await sql<{ jobId: string; parameters: unknown }>`
    select id as "jobId", parameters from jobs
    where account_id = ${accountId} and kind = any(${[...kinds]}::text[]) order by created_at desc, id`.execute(
    db,
  );
  return rows;
}

export async function findJob(db: Db, { accountId, jobId }: OwnJob): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    select ${jobColumns} from jobs j left join job_files f on f.job_id = j.id
    where j.id = ${jobId} and j.account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** A job's file without its content. */
export async function findJobFile(
  db: Db,
  { accountId, jobId }: OwnJob,
): Promise<(Omit<JobFile, "content"> & { readonly kind: JobKind }) | undefined> {
  const { rows } = await sql<Omit<JobFile, "content"> & { readonly kind: JobKind }>`
    select j.kind, f.name, f.content_type as "contentType", f.plants
    from jobs j join job_files f on f.job_id = j.id
    where j.id = ${jobId} and j.account_id = ${accountId}`.execute(db);
  return rows[0];
}

export async function readFileContent(db: Db, { accountId, jobId }: OwnJob): Promise<Buffer | undefined> {
  const { rows } = await sql<{ content: Buffer }>`
    select f.content from jobs j join job_files f on f.job_id = j.id
    where j.id = ${jobId} and j.account_id = ${accountId}`.execute(db);
  return rows[0]?.content;
}

/** Cancels a job that has not finished. The process that runs it sees this at its next step. */
export async function cancelJob(db: Db, { accountId, jobId, at }: OwnJob & { at: Date }): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update jobs set state = 'cancelled', leased_until = null, finished_at = ${at}
    where id = ${jobId} and account_id = ${accountId} and state in ('queued', 'running') returning id`.execute(
    db,
  );
  return rows.length > 0;
}

export async function deleteFinishedJob(db: Db, { accountId, jobId }: OwnJob): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    delete from jobs where id = ${jobId} and account_id = ${accountId} and finished_at is not null
    returning id`.execute(db);
  return rows.length > 0;
}

/** Deletes finished jobs of an account but the newest. */
export async function deleteFinishedBeyond(
  trx: Transaction,
  { accountId, kept }: { accountId: string; kept: number },
): Promise<void> {
  await sql`
    delete from jobs where id in (
      select id from jobs where account_id = ${accountId} and finished_at is not null
      order by created_at desc, id offset ${kept}
    )`.execute(trx);
}

export async function deleteFinishedBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from jobs where finished_at < ${before}`.execute(db);
}
