import { isDeepStrictEqual } from "node:util";
import type { BodyOf, DataInputOf, endpoints, Language, QueryOf } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { ownAccount } from "../../base/access/in-scope.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { readUnsubscribeToken } from "../../base/notices/unsubscribe-token.service.ts";
import { lockAccount } from "../../people/accounts/accounts.service.ts";
import { deleteReportMailsBefore } from "./due-schedules.repository.ts";
import { findReportPlants, requireReportPlants } from "./report-files.ts";
import type { MailDeps } from "./report-mail.ts";
import { getUnsubscribeKey, UNSUBSCRIBE_PURPOSE } from "./report-mail.ts";
import type { ReportSubject } from "./report-plants.repository.ts";
import { firstDue } from "./schedule-times.ts";
import type { DuePeriod, ScheduleOutput } from "./schedules.repository.ts";
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

/** A change of an account's schedule, as it is logged. */
interface Logged {
  readonly type: "reportSchedule.add" | "reportSchedule.update" | "reportSchedule.delete";
  readonly accountId: string;
  readonly companyId?: string | undefined;
  readonly stationId?: string | null | undefined;
  readonly address: string;
  readonly original?: ScheduleOutput;
  readonly new?: ScheduleOutput & { readonly stationIds?: readonly string[] };
}

async function logChange(trx: Transaction, { accountId, stationId, ...entry }: Logged): Promise<void> {
  const plant = stationId
    ? ({ plantId: stationId, objectType: "station", objectId: stationId } as const)
    : {};
  await writeAudit(trx, { kind: "operation", actorId: accountId, ...plant, ...entry });
}

export type ScheduleService = ReturnType<typeof createScheduleService>;

/** Schedules of reports; each account reads and changes its own only. */
export function createScheduleService(deps: MailDeps) {
  const { db, clock } = deps;

  /** A0404 for a plant that is not visible to the caller with its energy; of a new schedule, as requireReportPlants. */
  async function getFirstDue(
    scope: Scope,
    subject: ReportSubject,
    { kind, isNew = false }: { kind: BodyOf<Area["addSchedule"]>["kind"]; isNew?: boolean },
  ): Promise<DuePeriod> {
    const plants = await (isNew ? requireReportPlants : findReportPlants)(deps, scope, subject);
    if (plants === undefined) throw new AppError("A0404");
    return firstDue(kind, clock.now(), [...new Set(plants.map(({ zones }) => zones))]);
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
    async add({ scope, address }: Actor, body: BodyOf<Area["addSchedule"]>): Promise<{ scheduleId: string }> {
      const account = ownAccount(scope);
      const { stationId, kind, format, language } = body;
      // Of a single plant, chosen ones and a tag say nothing more, nor does a tag of chosen ones.
      const stationIds = stationId === undefined ? body.stationIds : undefined;
      const tag = stationId === undefined && stationIds === undefined ? body.tag : undefined;
      const subject = { stationId, stationIds, tag };
      const due = await getFirstDue(scope, body, { kind, isNew: true });
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
        await logChange(trx, {
          ...{ type: "reportSchedule.add", ...account, companyId: scope.companyId, stationId, address },
          new: { kind, format, language, ...(stationIds && { stationIds }) },
        });
        return { scheduleId: await insertSchedule(trx, { ...account, ...body, ...subject, ...due, at }) };
      });
    },

    /**
     * Changes a schedule, and starts one again that has stopped. A0404 for one the account does not have, and for a plant
     * as above.
     */
    async update(
      { scope, address }: Actor,
      { scheduleId, ...change }: BodyOf<Area["updateSchedule"]>,
    ): Promise<void> {
      const account = ownAccount(scope);
      const kept = await findKeptSchedule(db, { ...account, scheduleId });
      if (kept === undefined) throw new AppError("A0404");
      if ((await findVerifiedEmail(db, account.accountId)) === null)
        throw new AppError("A0400", { messageKey: "message.noVerifiedEmail" });
      const { stationId, isStopped } = kept;
      const original = { kind: kept.kind, format: kept.format, language: kept.language };
      const { kind = kept.kind, format = kept.format, language = kept.language } = change;
      const output = { kind, format, language };
      const due = await getFirstDue(scope, kept, { kind });
      if (!isStopped && isDeepStrictEqual(output, original)) return;
      // A report that is due already is still sent when only its format or language changes.
      const isAnew = isStopped || kind !== kept.kind;
      await db.transaction().execute(async (trx) => {
        const changed = { scheduleId, ...output, due: isAnew ? due : undefined };
        if (!(await updateSchedule(trx, account, changed))) throw new AppError("A0404");
        await logChange(trx, {
          ...{ type: "reportSchedule.update", ...account, companyId: scope.companyId, stationId, address },
          original,
          new: output,
        });
      });
    },

    /** A0404 for a schedule the account does not have. */
    delete: ({ scope, address }: Actor, scheduleId: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const deleted = await deleteSchedule(trx, { ...ownAccount(scope), scheduleId });
        if (deleted === undefined) throw new AppError("A0404");
        const { accountId, stationId } = deleted;
        const { companyId } = scope;
        await logChange(trx, { type: "reportSchedule.delete", accountId, companyId, stationId, address });
      }),

    /** Language of the schedule that a link in a mail belongs to; undefined for a link this server did not sign. */
    async findUnsubscribeLanguage(token: string): Promise<Language | undefined> {
      const scheduleId = await findSchedule(token);
      return scheduleId === undefined ? undefined : await findScheduleLanguage(db, scheduleId);
    },

    /** Deletes the schedule of a link; undefined for a link this server did not sign, and when it is gone already. */
    async unsubscribe(token: string, address: string): Promise<Language | undefined> {
      const scheduleId = await findSchedule(token);
      if (scheduleId === undefined) return undefined;
      return await db.transaction().execute(async (trx) => {
        const deleted = await deleteScheduleOfLink(trx, scheduleId);
        if (deleted === undefined) return undefined;
        const { accountId, stationId, language } = deleted;
        await logChange(trx, { type: "reportSchedule.delete", accountId, stationId, address });
        return language;
      });
    },

    formatUnsubscribe: (language: Language, key: UnsubscribeText): string =>
      formatText(language, `unsubscribe.${key}`),

    /** One process calls it periodically. */
    async sweep(): Promise<void> {
      await deleteReportMailsBefore(db, new Date(clock.now() - MAIL_RETENTION_MS));
    },
  };
}
