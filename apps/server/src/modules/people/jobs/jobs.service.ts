import type { DataInputOf, endpoints, Job, JobKind, PlantPart } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import type { FileResponse } from "../../base/access/file-response.ts";
import { ownAccount } from "../../base/access/in-scope.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { lockAccount } from "../accounts/accounts.service.ts";
import { listHiddenInFile, PERMISSION_OF_KIND } from "./job-kinds.service.ts";
import type { JobRow, NewJob, PlantsInFile } from "./jobs.repository.ts";
import * as repository from "./jobs.repository.ts";

/** Finished jobs and their files are kept for this long. */
const RETENTION_MS = 7 * 86_400_000;
/** Jobs of an account that are queued or running. */
const MAX_OPEN_PER_ACCOUNT = 10;
/** Finished jobs of an account that are kept with their files; the oldest are deleted for new ones. */
const MAX_FINISHED_PER_ACCOUNT = 30;
const RETRY_AFTER_S = 30;

function toJob({ createdAt, startedAt, finishedAt, ...row }: JobRow): Job {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: finishedAt && new Date(finishedAt.getTime() + RETENTION_MS).toISOString(),
  };
}

/** Whether plants are visible with at least the parts that a file contains of them. */
function areVisible(
  plants: readonly PlantsInFile[],
  findHidden: (plantId: string) => readonly PlantPart[] | undefined,
): boolean {
  return plants.every(({ hiddenParts, plantIds }) =>
    plantIds.every((plantId) => findHidden(plantId)?.every((part) => hiddenParts.includes(part)) ?? false),
  );
}

/** The account that a job is of; without an address the server has started it. */
interface Cause {
  readonly scope: Scope;
  readonly address?: string;
}

/** Background jobs of accounts: each account starts, reads and cancels its own only. `job-runner.ts` does the work. */
export function createJobService({ db, clock, access }: { db: Db; clock: Clock; access: AccessService }) {
  async function get(scope: Scope, jobId: string): Promise<Job> {
    const { accountId } = ownAccount(scope);
    const row = await repository.findJob(db, { accountId, jobId });
    if (!row) throw new AppError("A0404");
    return toJob(row);
  }

  async function startIn(trx: Transaction, cause: Cause, job: NewJob): Promise<{ jobId: string }> {
    const { accountId } = ownAccount(cause.scope);
    // Serializes the starts of an account, so that its jobs are counted, and refuses a cancelled one.
    const account = await lockAccount(trx, accountId, "no key update");
    if (!account || account.isCancelled) throw new AppError("A0201");
    if ((await repository.countOpenJobs(trx, accountId)) >= MAX_OPEN_PER_ACCOUNT)
      throw new AppError("A0501", { messageKey: "message.tooManyJobs", retryAfterS: RETRY_AFTER_S });
    await repository.deleteFinishedBeyond(trx, { accountId, kept: MAX_FINISHED_PER_ACCOUNT });
    await writeAudit(trx, {
      kind: "system",
      type: `job.${job.kind}`,
      actorId: accountId,
      companyId: cause.scope.companyId,
      ...(job.plantId !== undefined && {
        plantId: job.plantId,
        objectType: "station",
        objectId: job.plantId,
      }),
      ...(cause.address === undefined ? { method: "job" } : { address: cause.address }),
    });
    const at = new Date(clock.now());
    return { jobId: await repository.insertJob(trx, { accountId, job, at }) };
  }

  return {
    /** Queues a job of the caller, which is logged. A0501 when too many of its jobs have not finished. */
    start: ({ scope, address }: Actor, job: NewJob): Promise<{ jobId: string }> =>
      db.transaction().execute((trx) => startIn(trx, { scope, address }, job)),

    /** The same in the transaction of its cause. */
    startIn,

    async list(
      scope: Scope,
      { page, pageSize }: { page: number; pageSize: number },
    ): Promise<DataInputOf<typeof endpoints.job.list>> {
      const { accountId } = ownAccount(scope);
      const { rows, total } = await repository.listJobs(db, {
        accountId,
        offset: (page - 1) * pageSize,
        limit: pageSize,
      });
      return { rows: rows.map(toJob), total };
    },

    get,

    /** What the caller's jobs of these kinds were started with, the newest first. */
    listParameters: (scope: Scope, kinds: readonly JobKind[]) =>
      repository.listParameters(db, { ...ownAccount(scope), kinds }),

    /** A0440 when the job has finished already. */
    async cancel(scope: Scope, jobId: string): Promise<void> {
      const { accountId } = ownAccount(scope);
      if (await repository.cancelJob(db, { accountId, jobId, at: new Date(clock.now()) })) return;
      await get(scope, jobId);
      throw new AppError("A0440", { messageKey: "message.jobFinished" });
    },

    /** A0440 when the job has not finished. */
    async delete(scope: Scope, jobId: string): Promise<void> {
      const { accountId } = ownAccount(scope);
      if (await repository.deleteFinishedJob(db, { accountId, jobId })) return;
      await get(scope, jobId);
      throw new AppError("A0440", { messageKey: "message.jobUnfinished" });
    },

    /** The file of a job. A0300 when the caller may no longer see all that it contains. */
    async getFile(scope: Scope, jobId: string): Promise<FileResponse> {
      const { accountId } = ownAccount(scope);
      const file = await repository.findJobFile(db, { accountId, jobId });
      if (!file) throw new AppError("A0404");
      const { kind, name, contentType, plants } = file;
      const visible = await access.listPlants(scope);
      const findHidden = (plantId: string) => {
        const hiddenParts = visible.get(plantId);
        return hiddenParts && listHiddenInFile(scope, kind, hiddenParts);
      };
      const isAllowed = scope.permissionIds.has(PERMISSION_OF_KIND[kind]) && areVisible(plants, findHidden);
      if (!isAllowed) throw new AppError("A0300", { messageKey: "message.fileAccessChanged" });
      // Up to 64 MB: read only after the access check.
      const content = await repository.readFileContent(db, { accountId, jobId });
      if (!content) throw new AppError("A0404");
      return { fileName: name, contentType, content };
    },

    /** Deletes finished jobs and their files after the retention time; one process calls it periodically. */
    async sweep(): Promise<void> {
      await repository.deleteFinishedBefore(db, new Date(clock.now() - RETENTION_MS));
    },
  };
}

export type JobService = ReturnType<typeof createJobService>;
