import { sql } from "kysely";
import type { Db, Transaction } from "../postgres/database.ts";

export type Channel = "mail" | "sms";

/** A message to one recipient. Its text may contain a code and is never logged. */
export interface Message {
  channel: Channel;
  recipient: string;
  /** Empty for a text message. */
  subject: string;
  body: string;
  createdAt: Date;
  /** It is not sent after this time. */
  expiresAt: Date;
  /** Address at which the recipient ends mails of this kind (RFC 8058). */
  unsubscribeUrl?: string | null;
  attachment?: Attachment | null;
}

/** A file in a mail. */
export interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface PendingMessage extends Message {
  id: string;
  tries: number;
  lastError: string;
}

// A line break ends a header; the text after it would become a header of the sender's choice.
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Adds a message to the outbox in the transaction of its cause. Throws when it would break a header. */
export async function writeMessage(trx: Transaction, message: Message): Promise<void> {
  const {
    channel,
    recipient,
    subject,
    body,
    createdAt,
    expiresAt,
    unsubscribeUrl = null,
    attachment,
  } = message;
  if (
    [recipient, subject, unsubscribeUrl ?? "", attachment?.name ?? ""].some((header) =>
      CONTROL_CHARACTER.test(header),
    )
  )
    throw new Error("a message's headers hold no control characters");
  await sql`
    insert into outbox (channel, recipient, subject, body, created_at, expires_at, next_try_at, unsubscribe_url,
      attachment, attachment_name, attachment_type)
    values (${channel}, ${recipient}, ${subject}, ${body}, ${createdAt}, ${expiresAt}, ${createdAt}, ${unsubscribeUrl},
      ${attachment?.content ?? null}, ${attachment?.name ?? null}, ${attachment?.contentType ?? null})`.execute(
    trx,
  );
}

const columns = sql`
  id, channel, recipient, subject, body, created_at as "createdAt", expires_at as "expiresAt", tries,
  last_error as "lastError", unsubscribe_url as "unsubscribeUrl"`;
const withAttachment = sql`${columns}, attachment as content, attachment_name as name, attachment_type as "contentType"`;

/** Columns of a message and, null without one, those of its attachment. */
interface MessageRow extends Omit<PendingMessage, "attachment"> {
  readonly content: Buffer | null;
  readonly name: string | null;
  readonly contentType: string | null;
}

function toMessage({ content, name, contentType, ...message }: MessageRow): PendingMessage {
  const hasAttachment = content !== null && name !== null && contentType !== null;
  return { ...message, attachment: hasAttachment ? { content, name, contentType } : null };
}

/** Leases messages that are due until `leaseEndsAt`; after that another process may send them, should this one crash. */
export async function leaseDueMessages(
  db: Db,
  options: { channels: readonly Channel[]; now: Date; leaseEndsAt: Date; limit: number },
): Promise<PendingMessage[]> {
  const { rows } = await sql<MessageRow>`
    update outbox set tries = tries + 1, next_try_at = ${options.leaseEndsAt}
    where id in (
      select id from outbox
      where channel = any(${options.channels}::text[]) and next_try_at <= ${options.now} and expires_at > ${options.now}
      order by next_try_at limit ${options.limit} for update skip locked)
    returning ${withAttachment}`.execute(db);
  return rows.map(toMessage);
}

export async function deleteMessage(db: Db, id: string): Promise<void> {
  await sql`delete from outbox where id = ${id}`.execute(db);
}

/** Deletes the pending messages to these recipients; emails are compared without case. */
export async function deleteMessagesTo(trx: Transaction, recipients: readonly string[]): Promise<void> {
  const names = recipients.map((recipient) => recipient.toLowerCase());
  await sql`delete from outbox where lower(recipient) = any(${names}::text[])`.execute(trx);
}

export async function rescheduleMessage(
  db: Db,
  message: { id: string; nextTryAt: Date; error: string },
): Promise<void> {
  await sql`
    update outbox set next_try_at = ${message.nextTryAt}, last_error = ${message.error}
    where id = ${message.id}`.execute(db);
}

/** Marks pending messages of these channels as reported, and returns those that were not before. */
export async function markReported(
  db: Db,
  channels: readonly Channel[],
): Promise<{ id: string; channel: Channel }[]> {
  const { rows } = await sql<{ id: string; channel: Channel }>`
    update outbox set is_told = true where channel = any(${channels}::text[]) and not is_told
    returning id, channel`.execute(db);
  return rows;
}

/** Deletes expired messages and returns them: they were never sent. */
export async function deleteExpiredMessages(
  db: Db,
  now: Date,
): Promise<{ id: string; channel: Channel; tries: number; lastError: string }[]> {
  const { rows } = await sql<{ id: string; channel: Channel; tries: number; lastError: string }>`
    delete from outbox where expires_at <= ${now}
    returning id, channel, tries, last_error as "lastError"`.execute(db);
  return rows;
}

/** All pending messages without their attachments, the oldest first. */
export async function listPendingMessages(db: Db): Promise<PendingMessage[]> {
  const { rows } = await sql<PendingMessage>`select ${columns} from outbox order by created_at, id`.execute(
    db,
  );
  return rows;
}
