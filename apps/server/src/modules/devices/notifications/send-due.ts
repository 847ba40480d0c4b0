import type { AlarmMailSettings } from "@heliograph/contract";
import { defaultAlarmMailSettings } from "@heliograph/contract";
import type { Clock } from "../../../infra/clock.ts";
import type { OwnAddress } from "../../../infra/own-address.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { writeNotice } from "../../base/notices/notices.service.ts";
import type { ServerKeys } from "../../people/identity/server-keys.service.ts";
import type { AlarmMail, MailItem, MailLinks } from "./alarm-mail.ts";
import { writeAlarmMail, writeSummaryMail } from "./alarm-mail.ts";
import { isWanted, settingsOf } from "./decide.ts";
import type { DueNotification } from "./due-mails.repository.ts";
import {
  countMails,
  deleteNotifications,
  insertMail,
  lockDueNotifications,
  markMailed,
} from "./due-mails.repository.ts";
import type { AlarmReader } from "./readers.repository.ts";
import { listAlarmReaders } from "./readers.repository.ts";
import { createUnsubscribeToken } from "./unsubscribe-token.ts";

export const HOUR_MS = 3_600_000;
export const DEFAULT_LIMIT = defaultAlarmMailSettings.maxPerHour;
/** How long sending of a mail about an alarm is retried. */
const LIFETIME_MS = 24 * HOUR_MS;
const KEY_NAME = "alarm-mail-unsubscribe";

export interface MailDeps {
  db: Db;
  clock: Clock;
  ownAddress: OwnAddress;
  serverKeys: ServerKeys;
}

export const getUnsubscribeKey = ({ serverKeys }: Pick<MailDeps, "serverKeys">): Promise<Buffer> =>
  serverKeys.get(KEY_NAME);

export async function createLinks(deps: MailDeps, accountId: string): Promise<MailLinks> {
  const { ownAddress } = deps;
  const token = createUnsubscribeToken(await getUnsubscribeKey(deps), accountId);
  return {
    alarm: (alarmId = "device") => ownAddress.linkTo(`/alarms/${alarmId}`),
    settings: ownAddress.linkTo("/personal-center"),
    unsubscribe: ownAddress.addressOf(`/unsubscribe?token=${token}`),
  };
}

/** The recipient of a mail. */
export interface MailRecipient extends Pick<AlarmReader, "accountId" | "email" | "language"> {
  readonly links: MailLinks;
  readonly now: number;
}

/** Writes a mail into the outbox and counts it. */
export async function writeMail(trx: Transaction, mail: AlarmMail, recipient: MailRecipient): Promise<void> {
  const { accountId, email, language, links, now } = recipient;
  await writeNotice(trx, {
    ...mail,
    to: email,
    language,
    now,
    lifetimeMs: LIFETIME_MS,
    unsubscribeUrl: links.unsubscribe,
  });
  await insertMail(trx, { accountId, at: new Date(now) });
}

/** Mails in which the items are sent: one each while the limit allows it, otherwise all in one. */
function writeMails(
  items: readonly MailItem[],
  { settings, left, recipient }: { settings: AlarmMailSettings; left: number; recipient: MailRecipient },
): AlarmMail[] {
  const { language, links } = recipient;
  const isSummary = items.length > 1 && (settings.digest !== "immediate" || items.length > left);
  if (isSummary) return [writeSummaryMail(items, language, links)];
  return items.map((item) => writeAlarmMail(item, language, links));
}

/** The notifications that are still to be mailed, as access, settings and alarms are now. */
async function listMailItems(
  trx: Transaction,
  { accountId, due }: { accountId: string; due: readonly DueNotification[] },
): Promise<{ items: MailItem[]; reader: AlarmReader | undefined }> {
  const plantIds = [...new Set(due.map(({ plantId }) => plantId))];
  const readers = await listAlarmReaders(trx, { plantIds, accountId });
  const byPlant = new Map(readers.map((reader) => [reader.plantId, reader]));
  const items = due.flatMap((each) => {
    const reader = byPlant.get(each.plantId);
    if (!reader || !each.isOpen || !isWanted(reader, each)) return [];
    return [{ ...each, seesLayout: reader.seesLayout }];
  });
  return { items, reader: readers[0] };
}

/** Mails an account what is due, within its limit; what is no longer wanted or visible is dropped. */
export async function sendDue(deps: MailDeps, accountId: string): Promise<void> {
  const links = await createLinks(deps, accountId);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    const due = await lockDueNotifications(trx, { accountId, now: new Date(now) });
    const { items, reader } = await listMailItems(trx, { accountId, due });
    const kept = new Set(items.map(({ eventId }) => eventId));
    const dropped = due.map(({ eventId }) => eventId).filter((eventId) => !kept.has(eventId));
    if (dropped.length > 0) await deleteNotifications(trx, { accountId, eventIds: dropped });
    if (!reader || items.length === 0) return;
    const settings = settingsOf(reader, "UTC");
    const used = await countMails(trx, { accountId, since: new Date(now - HOUR_MS) });
    const left = settings.maxPerHour - used;
    if (left <= 0) return;
    const { email, language } = reader;
    const recipient = { accountId, email, language, links, now };
    for (const mail of writeMails(items, { settings, left, recipient }))
      await writeMail(trx, mail, recipient);
    await markMailed(trx, { accountId, eventIds: [...kept], at: new Date(now) });
  });
}
