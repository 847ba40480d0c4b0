import type { AlarmMailSettings } from "@heliograph/contract";
import { defaultAlarmMailSettings } from "@heliograph/contract";
import type { Clock } from "../../../infra/clock.ts";
import type { OwnAddress } from "../../../infra/own-address.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { writeNotice } from "../../base/notices/notices.service.ts";
import { createUnsubscribeToken } from "../../base/notices/unsubscribe-token.service.ts";
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
  postponeNotifications,
} from "./due-mails.repository.ts";
import { dueTime } from "./due-time.ts";
import type { AlarmReader } from "./readers.repository.ts";
import { listAlarmReaders } from "./readers.repository.ts";

export const HOUR_MS = 3_600_000;
export const DEFAULT_LIMIT = defaultAlarmMailSettings.maxPerHour;
/** Alarms that are mailed one by one when they are due together; more are in one summary. */
const MAX_SINGLE_MAILS = 3;
/** How long sending of a mail about an alarm is retried. */
const LIFETIME_MS = 24 * HOUR_MS;
/** Name of the key and purpose of the tokens. */
export const UNSUBSCRIBE_PURPOSE = "alarm-mail-unsubscribe";

export interface MailDeps {
  db: Db;
  clock: Clock;
  ownAddress: OwnAddress;
  serverKeys: ServerKeys;
}

export const getUnsubscribeKey = ({ serverKeys }: Pick<MailDeps, "serverKeys">): Promise<Buffer> =>
  serverKeys.get(UNSUBSCRIBE_PURPOSE);

export async function createLinks(deps: MailDeps, accountId: string): Promise<MailLinks> {
  const { ownAddress } = deps;
  const token = createUnsubscribeToken(await getUnsubscribeKey(deps), UNSUBSCRIBE_PURPOSE, accountId);
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

/** Mails in which the items are sent: one each while they are few and the limit allows it, otherwise all in one. */
function writeMails(
  items: readonly MailItem[],
  { settings, left, recipient }: { settings: AlarmMailSettings; left: number; recipient: MailRecipient },
): AlarmMail[] {
  const { language, links } = recipient;
  const hasWaited = items.some(({ heldUntil }) => heldUntil !== null);
  const isMany = items.length > Math.min(left, MAX_SINGLE_MAILS);
  const isSummary = items.length > 1 && (settings.digest !== "immediate" || isMany || hasWaited);
  if (isSummary) return [writeSummaryMail(items, language, links)];
  return items.map((item) => writeAlarmMail(item, language, links));
}

/** Of the notifications of an alarm that waited for the end of site work, only the latest counts. */
function isOutdated(each: DueNotification, latest: ReadonlyMap<string, DueNotification>): boolean {
  return each.heldUntil !== null && latest.get(each.alarmId) !== each;
}

/** The latest notification of each alarm that waited for the end of site work. */
function findLatest(due: readonly DueNotification[]): ReadonlyMap<string, DueNotification> {
  const waited = due.filter(({ heldUntil }) => heldUntil !== null);
  const inOrder = waited.sort(
    (a, b) => a.at.getTime() - b.at.getTime() || Number(a.eventId) - Number(b.eventId),
  );
  return new Map(inOrder.map((each) => [each.alarmId, each]));
}

interface Decided {
  readonly items: MailItem[];
  /** What site work has held into quiet hours, or until the next digest. */
  readonly later: { eventId: string; dueAt: Date }[];
  readonly reader: AlarmReader | undefined;
}

/** The notifications that are still to be mailed, as access, settings and alarms are now. */
async function decideDue(
  trx: Transaction,
  { accountId, due, now }: { accountId: string; due: readonly DueNotification[]; now: number },
): Promise<Decided> {
  const plantIds = [...new Set(due.map(({ plantId }) => plantId))];
  const readers = await listAlarmReaders(trx, { plantIds, accountId });
  const byPlant = new Map(readers.map((reader) => [reader.plantId, reader]));
  const latest = findLatest(due);
  const decided: Decided = { items: [], later: [], reader: readers[0] };
  for (const each of due) {
    const { plantId, isOpen, isSpared, heldUntil, timeZone } = each;
    const reader = byPlant.get(plantId);
    if (!reader || !isOpen || isSpared || isOutdated(each, latest) || !isWanted(reader, each)) continue;
    const dueAt = heldUntil && dueTime(heldUntil.getTime(), settingsOf(reader, timeZone), timeZone);
    if (dueAt !== null && dueAt > now) decided.later.push({ eventId: each.eventId, dueAt: new Date(dueAt) });
    else decided.items.push({ ...each, seesLayout: reader.seesLayout });
  }
  return decided;
}

/** Mails an account what is due, within its limit; what is no longer wanted or visible is dropped. */
export async function sendDue(deps: MailDeps, accountId: string): Promise<void> {
  const links = await createLinks(deps, accountId);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    const due = await lockDueNotifications(trx, { accountId, now: new Date(now) });
    const { items, later, reader } = await decideDue(trx, { accountId, due, now });
    const kept = new Set([...items, ...later].map(({ eventId }) => eventId));
    const dropped = due.map(({ eventId }) => eventId).filter((eventId) => !kept.has(eventId));
    if (dropped.length > 0) await deleteNotifications(trx, { accountId, eventIds: dropped });
    if (later.length > 0) await postponeNotifications(trx, { accountId, rows: later });
    if (!reader || items.length === 0) return;
    const settings = settingsOf(reader, "UTC");
    const used = await countMails(trx, { accountId, since: new Date(now - HOUR_MS) });
    const left = settings.maxPerHour - used;
    if (left <= 0) return;
    const { email, language } = reader;
    const recipient = { accountId, email, language, links, now };
    for (const mail of writeMails(items, { settings, left, recipient }))
      await writeMail(trx, mail, recipient);
    const eventIds = items.map(({ eventId }) => eventId);
    await markMailed(trx, { accountId, eventIds, at: new Date(now) });
  });
}
