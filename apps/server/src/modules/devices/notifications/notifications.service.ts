import { isDeepStrictEqual } from "node:util";
import type {
  AlarmMailSettings,
  BodyOf,
  DataInputOf,
  endpoints,
  FieldProblem,
  Language,
} from "@heliograph/contract";
import { defaultAlarmMailSettings } from "@heliograph/contract";
import { isKnownZone } from "@heliograph/solar";
import { AppError } from "../../../errors.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { ownAccount } from "../../base/access/in-scope.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { readUnsubscribeToken } from "../../base/notices/unsubscribe-token.service.ts";
import { writeFooter } from "./alarm-mail.ts";
import { countMails } from "./due-mails.repository.ts";
import type { MailDeps } from "./send-due.ts";
import { createLinks, getUnsubscribeKey, HOUR_MS, UNSUBSCRIBE_PURPOSE, writeMail } from "./send-due.ts";
import type { AccountOfMails, ChosenPlant } from "./settings.repository.ts";
import { findMailAccount, listVisiblePlants, writeSettings } from "./settings.repository.ts";

export type NotificationService = ReturnType<typeof createNotificationService>;

type SettingsChange = BodyOf<typeof endpoints.notification.update>;

const RETRY_AFTER_S = 600;

async function writeChange(
  trx: Transaction,
  change: AccountOfMails & { companyId?: string | undefined; address: string; settings: AlarmMailSettings },
): Promise<void> {
  const { accountId, companyId, address, settings } = change;
  await writeSettings(trx, change, settings);
  await writeAudit(trx, {
    kind: "operation",
    type: "account.update",
    actorId: accountId,
    companyId,
    objectType: "account",
    objectId: accountId,
    // Names of fields only: a cancelled account must leave no values in the audit.
    new: { fields: ["alarmMails"] },
    address,
  });
}

/** The change without plants whose alarms are not visible to the caller. */
async function keepVisible(trx: Transaction, scope: Scope, changes: SettingsChange): Promise<SettingsChange> {
  if (changes.stationIds === undefined) return changes;
  const visible = await listVisiblePlants(trx, scope, changes.stationIds);
  return { ...changes, stationIds: visible.map(({ stationId }) => stationId) };
}

function findProblem(settings: AlarmMailSettings): FieldProblem | undefined {
  const { timeZone, quietFrom, quietTo, plants, stationIds } = settings;
  if (!isKnownZone(timeZone)) return { path: "timeZone", key: "field.timeZone" };
  const isOneHour = (quietFrom === null) !== (quietTo === null);
  if (isOneHour || (quietFrom !== null && quietFrom === quietTo))
    return { path: "quietTo", key: "field.quietHours" };
  return plants === "chosen" && stationIds.length === 0
    ? { path: "stationIds", key: "field.required" }
    : undefined;
}

/** Settings of the alarm mails of an account. */
export function createNotificationService(deps: MailDeps) {
  const { db, clock } = deps;

  async function getAccount(account: AccountOfMails) {
    const found = await findMailAccount(db, account);
    if (!found) throw new AppError("A0404");
    return { ...found, settings: found.settings ?? defaultAlarmMailSettings };
  }

  /** The account of a link in a mail, and the language of its page; undefined for a link this server did not sign. */
  async function findSubscriber(
    token: string,
  ): Promise<{ account: AccountOfMails; language: Language; settings: AlarmMailSettings } | undefined> {
    const accountId = readUnsubscribeToken(await getUnsubscribeKey(deps), UNSUBSCRIBE_PURPOSE, token);
    if (accountId === undefined) return undefined;
    const account = { accountId };
    const found = await findMailAccount(db, account);
    return (
      found && { account, language: found.language, settings: found.settings ?? defaultAlarmMailSettings }
    );
  }

  return {
    async getAlarmMails(scope: Scope): Promise<DataInputOf<typeof endpoints.notification.get>> {
      const { email, settings } = await getAccount(ownAccount(scope));
      return { ...settings, email, chosenPlants: await listVisiblePlants(db, scope, settings.stationIds) };
    },

    /** Changes the given settings. Throws A0400 when they do not fit together. */
    async updateAlarmMails(
      { scope, address }: Actor,
      changes: SettingsChange,
    ): Promise<{ rows: ChosenPlant[] }> {
      const account = ownAccount(scope);
      return await db.transaction().execute(async (trx) => {
        const current = (await findMailAccount(trx, account))?.settings ?? defaultAlarmMailSettings;
        const settings = { ...current, ...(await keepVisible(trx, scope, changes)) };
        const rows = await listVisiblePlants(trx, scope, settings.stationIds);
        if (isDeepStrictEqual(settings, current)) return { rows };
        const problem = findProblem(settings);
        if (problem) throw new AppError("A0400", { fields: [problem] });
        await writeChange(trx, { ...account, companyId: scope.companyId, address, settings });
        return { rows };
      });
    },

    /** Throws A0400 without a verified email, A0501 when the account's limit of mails is reached. */
    async sendTestMail({ scope }: Actor): Promise<{ email: string }> {
      const account = ownAccount(scope);
      const { email, language, settings } = await getAccount(account);
      if (email === null) throw new AppError("A0400", { messageKey: "message.noVerifiedEmail" });
      const links = await createLinks(deps, account.accountId);
      const now = clock.now();
      await db.transaction().execute(async (trx) => {
        const used = await countMails(trx, { ...account, since: new Date(now - HOUR_MS) });
        if (used >= settings.maxPerHour) throw new AppError("A0501", { retryAfterS: RETRY_AFTER_S });
        const params = { address: `${links.alarm()}${writeFooter(language, links)}` };
        await writeMail(
          trx,
          { subject: "mail.alarmTest.subject", text: "mail.alarmTest.text", params },
          { ...account, email, language, links, now },
        );
      });
      return { email };
    },

    /** The language of the person a link in a mail belongs to; undefined for a link this server did not sign. */
    async findUnsubscribeLanguage(token: string): Promise<Language | undefined> {
      return (await findSubscriber(token))?.language;
    },

    /** Turns the mails of the link's account off; undefined for a link this server did not sign. */
    async unsubscribe(token: string, address: string): Promise<Language | undefined> {
      const subscriber = await findSubscriber(token);
      if (!subscriber) return undefined;
      const { account, language, settings } = subscriber;
      if (settings.isOn)
        await db
          .transaction()
          .execute((trx) =>
            writeChange(trx, { ...account, address, settings: { ...settings, isOn: false } }),
          );
      return language;
    },
  };
}
