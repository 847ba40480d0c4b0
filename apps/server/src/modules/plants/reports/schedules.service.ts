import type { BodyOf, DataInputOf, endpoints, Language, QueryOf } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { ownAccount } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { readUnsubscribeToken } from "../../base/notices/unsubscribe-token.service.ts";
import { lockAccount } from "../../people/accounts/accounts.service.ts";
import { deleteReportMailsBefore } from "./due-schedules.repository.ts";
import { findReportPlants } from "./report-files.ts";
import type { MailDeps } from "./report-mail.ts";
import { getUnsubscribeKey, UNSUBSCRIBE_PURPOSE } from "./report-mail.ts";
import type { ReportSubject } from "./report-plants.repository.ts";
import { firstDue } from "./schedule-times.ts";
import type { DuePeriod } from "./schedules.repository.ts";
import {
  countSchedules,
  deleteSchedule,
  deleteScheduleOfLink,
  findKeptSchedule,
  findScheduleLanguage,
  findVerifiedEmail,
  insertSchedule,
  listSchedules,
  updateSchedule,
} from "./schedules.repository.ts";
import type { ReportText } from "./texts/texts.ts";
import { formatText } from "./texts/texts.ts";

type Area = (typeof endpoints)["report"];
type UnsubscribeText = ReportText extends infer Key
  ? Key extends `unsubscribe.${infer Name}`
    ? Name
    : never
  : never;

const MAX_SCHEDULES = 50;
/** Longer than jobs are kept. */
const MAIL_RETENTION_MS = 30 * 86_400_000;

export type ScheduleService = ReturnType<typeof createScheduleService>;

/** Schedules of reports; each account reads and changes its own only. */
export function createScheduleService(deps: MailDeps) {
  const { db, clock } = deps;

  /** A0404 for a plant that is not visible to the caller with its energy. */
  async function getFirstDue(
    scope: Scope,
    subject: ReportSubject,
    kind: BodyOf<Area["addSchedule"]>["kind"],
  ): Promise<DuePeriod> {
    const plants = await findReportPlants(deps, scope, subject);
    if (plants === undefined) throw new AppError("A0404");
    return firstDue(kind, clock.now(), [...new Set(plants.map(({ timeZone }) => timeZone))]);
  }

  async function findSchedule(token: string): Promise<string | undefined> {
    return readUnsubscribeToken(await getUnsubscribeKey(deps), UNSUBSCRIBE_PURPOSE, token);
  }

  return {
    async list(
      scope: Scope,
      { stationId }: QueryOf<Area["listSchedules"]>,
    ): Promise<DataInputOf<Area["listSchedules"]>> {
      const account = ownAccount(scope);
      const [schedules, email] = await Promise.all([
        listSchedules(db, scope, { ...account, stationId }),
        findVerifiedEmail(db, account.accountId),
      ]);
      const rows = schedules.map(({ dueAt, sentAt, ...row }) => ({
        ...row,
        nextAt: dueAt?.toISOString() ?? null,
        sentAt: sentAt?.toISOString() ?? null,
      }));
      return { rows, total: rows.length, email };
    },

    /** A0400 without a verified email, A0404 for a plant that is not visible with its energy, A0440 for one too many. */
    async add(scope: Scope, body: BodyOf<Area["addSchedule"]>): Promise<{ scheduleId: string }> {
      const account = ownAccount(scope);
      const due = await getFirstDue(scope, body, body.kind);
      return await db.transaction().execute(async (trx) => {
        // Serializes the calls of an account, so that its schedules are counted, and refuses a cancelled one.
        const locked = await lockAccount(trx, account.accountId, "no key update");
        if (!locked || locked.isCancelled) throw new AppError("A0201");
        if ((await findVerifiedEmail(trx, account.accountId)) === null)
          throw new AppError("A0400", { messageKey: "message.noVerifiedEmail" });
        if ((await countSchedules(trx, account)) >= MAX_SCHEDULES)
          throw new AppError("A0440", {
            messageKey: "message.tooManyReportSchedules",
            params: { max: MAX_SCHEDULES },
          });
        const at = new Date(clock.now());
        // A tag says nothing about a single plant.
        const tag = body.stationId === undefined ? body.tag : undefined;
        return { scheduleId: await insertSchedule(trx, { ...account, ...body, tag, ...due, at }) };
      });
    },

    /**
     * Changes a schedule, and starts one again that has stopped. A0404 for one the account does not have, and for a plant
     * as above.
     */
    async update(scope: Scope, { scheduleId, ...change }: BodyOf<Area["updateSchedule"]>): Promise<void> {
      const account = ownAccount(scope);
      const kept = await findKeptSchedule(db, { ...account, scheduleId });
      if (kept === undefined) throw new AppError("A0404");
      if ((await findVerifiedEmail(db, account.accountId)) === null)
        throw new AppError("A0400", { messageKey: "message.noVerifiedEmail" });
      const { kind = kept.kind, format = kept.format, language = kept.language } = change;
      const due = await getFirstDue(scope, kept, kind);
      // A report that is due already is still sent when only its format or language changes.
      const isAnew = kept.isStopped || kind !== kept.kind;
      const changed = { scheduleId, kind, format, language, due: isAnew ? due : undefined };
      if (!(await updateSchedule(db, account, changed))) throw new AppError("A0404");
    },

    /** A0404 for a schedule the account does not have. */
    async delete(scope: Scope, scheduleId: string): Promise<void> {
      if (!(await deleteSchedule(db, { ...ownAccount(scope), scheduleId }))) throw new AppError("A0404");
    },

    /** Language of the schedule that a link in a mail belongs to; undefined for a link this server did not sign. */
    async findUnsubscribeLanguage(token: string): Promise<Language | undefined> {
      const scheduleId = await findSchedule(token);
      return scheduleId === undefined ? undefined : await findScheduleLanguage(db, scheduleId);
    },

    /** Deletes the schedule of a link; undefined for a link this server did not sign, and when it is gone already. */
    async unsubscribe(token: string): Promise<Language | undefined> {
      const scheduleId = await findSchedule(token);
      return scheduleId === undefined ? undefined : await deleteScheduleOfLink(db, scheduleId);
    },

    formatUnsubscribe: (language: Language, key: UnsubscribeText): string =>
      formatText(language, `unsubscribe.${key}`),

    /** One process calls it periodically. */
    async sweep(): Promise<void> {
      await deleteReportMailsBefore(db, new Date(clock.now() - MAIL_RETENTION_MS));
    },
  };
}
