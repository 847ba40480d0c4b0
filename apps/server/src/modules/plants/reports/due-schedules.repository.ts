import type { ReportProblem } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { DuePeriod, ScheduleOutput } from "./schedules.repository.ts";

export interface DueSchedule extends ScheduleOutput {
  readonly scheduleId: string;
  readonly accountId: string;
  readonly stationId: string | null;
  readonly stationIds: readonly string[] | null;
  readonly tag: string | null;
  readonly nextPeriod: string;
}

/** The schedule that has been due for longest. */
export async function findDueSchedule(
  db: Db,
  now: Date,
): Promise<Pick<DueSchedule, "scheduleId" | "accountId"> | undefined> {
  const { rows } = await sql<Pick<DueSchedule, "scheduleId" | "accountId">>`
    select id as "scheduleId", account_id as "accountId" from report_schedules
    where due_at <= ${now} order by due_at, id limit 1`.execute(db);
  return rows[0];
}

/** Locks a schedule; undefined when it is no longer due or gone. */
export async function lockDueSchedule(
  trx: Transaction,
  { scheduleId, now }: { readonly scheduleId: string; readonly now: Date },
): Promise<DueSchedule | undefined> {
  const { rows } = await sql<DueSchedule>`
    select id as "scheduleId", account_id as "accountId", plant_id as "stationId", plant_ids as "stationIds", tag, kind, format, language,
      next_period as "nextPeriod"
    from report_schedules where id = ${scheduleId} and due_at <= ${now} for no key update`.execute(trx);
  return rows[0];
}

export async function setDue(
  trx: Transaction,
  { scheduleId, nextPeriod, dueAt }: DuePeriod & { readonly scheduleId: string },
): Promise<void> {
  await sql`
    update report_schedules set next_period = ${nextPeriod}, due_at = ${dueAt} where id = ${scheduleId}`.execute(
    trx,
  );
}

/** Stops a schedule, and says why. */
export async function stopSchedule(
  executor: Db | Transaction,
  { scheduleId, problem }: { readonly scheduleId: string; readonly problem: ReportProblem },
): Promise<void> {
  await sql`
    update report_schedules set due_at = null, problem = ${problem} where id = ${scheduleId}`.execute(
    executor,
  );
}

interface MailedPeriod {
  readonly scheduleId: string;
  readonly period: string;
  readonly at: Date;
}

/**
 * Records the mail of a period, in the transaction that writes the mail. False when the period was mailed before, or the
 * schedule is gone.
 */
export async function insertReportMail(
  trx: Transaction,
  { scheduleId, period, at }: MailedPeriod,
): Promise<boolean> {
  const { rows } = await sql`
    with schedule as (
      update report_schedules set sent_at = ${at}
      where id = ${scheduleId} and not exists (
        select from report_mails m where m.schedule_id = ${scheduleId} and m.period = ${period})
      returning id
    )
    insert into report_mails (schedule_id, period, mailed_at) select id, ${period}, ${at} from schedule
    on conflict do nothing returning schedule_id`.execute(trx);
  return rows.length > 0;
}

/** Deletes records of mails whose jobs are long gone. */
export async function deleteReportMailsBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from report_mails where mailed_at < ${before}`.execute(db);
}
