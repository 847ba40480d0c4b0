import type { Language, ReportFormat, ReportKind, ReportProblem } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { AccountInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope } from "../../base/access/scope-sql.ts";

export interface ScheduleOutput {
  readonly kind: ReportKind;
  readonly format: ReportFormat;
  readonly language: Language;
}

export interface ScheduleRow extends ScheduleOutput {
  readonly scheduleId: string;
  readonly stationId: string | null;
  /** Null once the plant is no longer visible to the account. */
  readonly stationName: string | null;
  readonly tag: string | null;
  readonly chosenCount: number | null;
  readonly dueAt: Date | null;
  readonly sentAt: Date | null;
  readonly problem: ReportProblem | null;
}

/** When the report of a period is sent. */
export interface DuePeriod {
  readonly nextPeriod: string;
  readonly dueAt: Date;
}

/** Schedules of an account, the oldest first; of one plant if given. */
export async function listSchedules(
  db: Db,
  scope: Scope,
  { accountId, stationId }: AccountInScope & { readonly stationId?: string | undefined },
): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select s.id as "scheduleId", s.plant_id as "stationId", p.name as "stationName", s.tag,
      cardinality(s.plant_ids) as "chosenCount", s.kind, s.format, s.language,
      s.due_at as "dueAt", s.sent_at as "sentAt", s.problem
    from report_schedules s left join plants p on p.id = s.plant_id and ${plantsInScope(scope)}
    where s.account_id = ${accountId} and ${stationId === undefined ? sql`true` : sql`s.plant_id = ${stationId}`}
    order by s.created_at, s.id`.execute(db);
  return rows;
}

export async function countSchedules(trx: Transaction, { accountId }: AccountInScope): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from report_schedules where account_id = ${accountId}`.execute(trx);
  return rows[0]?.total ?? 0;
}

export interface NewSchedule extends ScheduleOutput, DuePeriod {
  readonly accountId: string;
  readonly stationId?: string | undefined;
  readonly stationIds?: readonly string[] | undefined;
  readonly tag?: string | undefined;
  readonly at: Date;
}

export async function insertSchedule(trx: Transaction, schedule: NewSchedule): Promise<string> {
  const { accountId, stationId = null, stationIds = null, tag = null, at, nextPeriod, dueAt } = schedule;
  const { kind, format, language } = schedule;
  const { rows } = await sql<{ id: string }>`
    insert into report_schedules (account_id, plant_id, plant_ids, tag, kind, format, language, created_at, next_period, due_at)
    values (${accountId}, ${stationId}, ${stationIds}::uuid[], ${tag}, ${kind}, ${format}, ${language}, ${at}, ${nextPeriod}, ${dueAt})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

export interface KeptSchedule extends ScheduleOutput {
  readonly stationId: string | undefined;
  readonly stationIds: readonly string[] | undefined;
  readonly tag: string | undefined;
  readonly isStopped: boolean;
}

/** A schedule of the account; undefined when it has none with this id. */
export async function findKeptSchedule(
  db: Db,
  { accountId, scheduleId }: AccountInScope & { readonly scheduleId: string },
): Promise<KeptSchedule | undefined> {
  const { rows } = await sql<
    ScheduleOutput & {
      stationId: string | null;
      stationIds: string[] | null;
      tag: string | null;
      isStopped: boolean;
    }
  >`
    select plant_id as "stationId", plant_ids as "stationIds", tag, kind, format, language, problem is not null as "isStopped"
    from report_schedules where id = ${scheduleId} and account_id = ${accountId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { stationId, stationIds, tag } = row;
  return {
    ...row,
    stationId: stationId ?? undefined,
    stationIds: stationIds ?? undefined,
    tag: tag ?? undefined,
  };
}

/** Changes a schedule; with a period it starts anew from it. False when the account has none with this id. */
export async function updateSchedule(
  db: Db,
  { accountId }: AccountInScope,
  change: ScheduleOutput & { readonly scheduleId: string; readonly due: DuePeriod | undefined },
): Promise<boolean> {
  const { scheduleId, kind, format, language, due } = change;
  const start = due ? sql`, next_period = ${due.nextPeriod}, due_at = ${due.dueAt}, problem = null` : sql``;
  const { rows } = await sql`
    update report_schedules set kind = ${kind}, format = ${format}, language = ${language} ${start}
    where id = ${scheduleId} and account_id = ${accountId} returning id`.execute(db);
  return rows.length > 0;
}

/** A schedule that was deleted. */
export interface DeletedSchedule {
  readonly accountId: string;
  readonly stationId: string | null;
  readonly language: Language;
}

const deletedColumns = sql`account_id as "accountId", plant_id as "stationId", language`;

/** Undefined when the account has none with this id. */
export async function deleteSchedule(
  trx: Transaction,
  { accountId, scheduleId }: AccountInScope & { readonly scheduleId: string },
): Promise<DeletedSchedule | undefined> {
  const { rows } = await sql<DeletedSchedule>`
    delete from report_schedules where id = ${scheduleId} and account_id = ${accountId}
    returning ${deletedColumns}`.execute(trx);
  return rows[0];
}

/** The verified email of an account; null without one. */
export async function findVerifiedEmail(db: Db | Transaction, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select case when email_verified_at is not null then email end as email from accounts
    where id = ${accountId} and cancelled_at is null`.execute(db);
  return rows[0]?.email ?? null;
}

/** Language of a schedule, by a link that this server has signed. */
export async function findScheduleLanguage(db: Db, scheduleId: string): Promise<Language | undefined> {
  const { rows } = await sql<{ language: Language }>`
    select language from report_schedules where id = ${scheduleId}`.execute(db);
  return rows[0]?.language;
}

/** Deletes a schedule by such a link; undefined when it is gone already. */
export async function deleteScheduleOfLink(
  trx: Transaction,
  scheduleId: string,
): Promise<DeletedSchedule | undefined> {
  const { rows } = await sql<DeletedSchedule>`
    delete from report_schedules where id = ${scheduleId} returning ${deletedColumns}`.execute(trx);
  return rows[0];
}
