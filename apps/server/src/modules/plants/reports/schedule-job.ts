import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { lockAccount } from "../../people/accounts/accounts.service.ts";
import type { IdentityService } from "../../people/identity/identity.service.ts";
import { PERMISSION_OF_KIND } from "../../people/jobs/job-kinds.service.ts";
import type { JobService } from "../../people/jobs/jobs.service.ts";
import type { DueSchedule } from "./due-schedules.repository.ts";
import { findDueSchedule, lockDueSchedule, setDue, stopSchedule } from "./due-schedules.repository.ts";
import type { WantedReport } from "./report-files.ts";
import { findReportPlants, nameReport } from "./report-files.ts";
import { nextPeriod as periodAfter } from "./report-range.ts";
import { dueAtOf } from "./schedule-times.ts";
import { findVerifiedEmail } from "./schedules.repository.ts";

const CHECK_EVERY_MS = 30_000;
/** Pause while too many jobs of the account wait. */
const POSTPONE_MS = 5 * 60_000;
const TOO_MANY_JOBS = "A0501";

/** Parameters of a report that a schedule has started. */
export interface ScheduledReport extends WantedReport {
  readonly scheduleId?: string;
}

interface ScheduleJobDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  identity: Pick<IdentityService, "findAccountScope">;
  jobs: JobService;
}

/** Queues the reports of due schedules, each in the transaction that moves its schedule to the next period. */
export function createScheduleJob({ db, clock, logger, identity, jobs }: ScheduleJobDeps) {
  const later = (ms: number) => new Date(clock.now() + ms);

  async function queue(trx: Transaction, schedule: DueSchedule): Promise<void> {
    const { scheduleId, accountId, kind, nextPeriod: period } = schedule;
    const scope = await identity.findAccountScope(accountId);
    const subject = {
      stationId: schedule.stationId ?? undefined,
      stationIds: schedule.stationIds ?? undefined,
      tag: schedule.tag ?? undefined,
    };
    const plants =
      scope?.permissionIds.has(PERMISSION_OF_KIND.report) === true
        ? await findReportPlants({ db }, scope, subject)
        : undefined;
    if (scope === undefined || plants === undefined)
      return await stopSchedule(trx, { scheduleId, problem: "access" });
    if ((await findVerifiedEmail(trx, accountId)) === null)
      return await stopSchedule(trx, { scheduleId, problem: "email" });
    const zones = [...new Set(plants.map((plant) => plant.zones))];
    const endsAt = dueAtOf(kind, period, zones);
    // The account may have got a plant farther west meanwhile.
    if (endsAt.getTime() > clock.now())
      return await setDue(trx, { scheduleId, nextPeriod: period, dueAt: endsAt });
    const { format, language } = schedule;
    const parameters: ScheduledReport = { ...subject, kind, period, format, language, scheduleId };
    const title = nameReport(parameters, subject.stationId === undefined ? undefined : plants[0]?.name);
    try {
      await jobs.startIn(trx, { scope }, { kind: "report", title, parameters, plantId: subject.stationId });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== TOO_MANY_JOBS) throw error;
      return await setDue(trx, { scheduleId, nextPeriod: period, dueAt: later(POSTPONE_MS) });
    }
    const next = periodAfter(kind, period);
    await setDue(trx, { scheduleId, nextPeriod: next, dueAt: dueAtOf(kind, next, zones) });
  }

  /** Queues all reports that are due. */
  async function work(signal?: AbortSignal): Promise<void> {
    while (signal?.aborted !== true) {
      const now = new Date(clock.now());
      const due = await findDueSchedule(db, now);
      if (due === undefined) return;
      await db.transaction().execute(async (trx) => {
        // The account before its schedule, in the order of closing an account: queuing a job locks the account too.
        await lockAccount(trx, due.accountId, "no key update");
        const schedule = await lockDueSchedule(trx, { scheduleId: due.scheduleId, now });
        if (schedule !== undefined) await queue(trx, schedule);
      });
    }
  }

  const loop = createLoop({
    work,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "scheduled reports could not be queued",
  });
  return { start: loop.start, stop: loop.stop, work };
}
