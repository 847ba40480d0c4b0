import { sql } from "kysely";
import type { Db, Transaction } from "../postgres/database.ts";

export type Channel = "mail" | "sms";

/** A message to one person. Its text may hold a code: it is never logged. */
export interface Message {
  channel: Channel;
  recipient: string;
  /** Empty for a text message. */
  subject: string;
  body: string;
  createdAt: Date;
  /** From then on nobody needs it, and it is not sent any more. */
  expiresAt: Date;
}

export interface WaitingMessage extends Message {
  id: string;
  tries: number;
  lastError: string;
}

// A header ends at a line break, and what follows would be a header of somebody else's making.
const breaksHeader = /\p{Cc}/u;

/** Puts a message into the outbox in the transaction of what causes it. Throws when it would break a header. */
export async function writeMessage(trx: Transaction, message: Message): Promise<void> {
  const { channel, recipient, subject, body, createdAt, expiresAt } = message;
  if (breaksHeader.test(recipient) || breaksHeader.test(subject))
    throw new Error("a message's recipient and subject hold no control characters");
  await sql`
    insert into outbox (channel, recipient, subject, body, created_at, expires_at, next_try_at)
    values (${channel}, ${recipient}, ${subject}, ${body}, ${createdAt}, ${expiresAt}, ${createdAt})`.execute(
    trx,
  );
}

const columns = sql`
  id, channel, recipient, subject, body, created_at as "createdAt", expires_at as "expiresAt", tries,
  last_error as "lastError"`;

/** Takes messages that are due; nobody else takes them before `leaseEndsAt`, also when this process dies with them. */
export async function takeDueMessages(
  db: Db,
  options: { channels: readonly Channel[]; now: Date; leaseEndsAt: Date; limit: number },
): Promise<WaitingMessage[]> {
  const { rows } = await sql<WaitingMessage>`
    update outbox set tries = tries + 1, next_try_at = ${options.leaseEndsAt}
    where id in (
      select id from outbox
      where channel = any(${options.channels}::text[]) and next_try_at <= ${options.now} and expires_at > ${options.now}
      order by next_try_at limit ${options.limit} for update skip locked)
    returning ${columns}`.execute(db);
  return rows;
}

export async function deleteMessage(db: Db, id: string): Promise<void> {
  await sql`delete from outbox where id = ${id}`.execute(db);
}

/** Whatever waits for these recipients, however their emails are spelled. */
export async function deleteMessagesTo(trx: Transaction, recipients: readonly string[]): Promise<void> {
  const names = recipients.map((recipient) => recipient.toLowerCase());
  await sql`delete from outbox where lower(recipient) = any(${names}::text[])`.execute(trx);
}

export async function putOffMessage(
  db: Db,
  message: { id: string; nextTryAt: Date; error: string },
): Promise<void> {
  await sql`
    update outbox set next_try_at = ${message.nextTryAt}, last_error = ${message.error}
    where id = ${message.id}`.execute(db);
}

/** Messages of these channels that nobody has been told of yet; they count as told from now on. */
export async function takeUntold(
  db: Db,
  channels: readonly Channel[],
): Promise<{ id: string; channel: Channel }[]> {
  const { rows } = await sql<{ id: string; channel: Channel }>`
    update outbox set is_told = true where channel = any(${channels}::text[]) and not is_told
    returning id, channel`.execute(db);
  return rows;
}

/** Removes what nobody needs any more; answers what was never sent. */
export async function deleteExpiredMessages(
  db: Db,
  now: Date,
): Promise<{ id: string; channel: Channel; tries: number; lastError: string }[]> {
  const { rows } = await sql<{ id: string; channel: Channel; tries: number; lastError: string }>`
    delete from outbox where expires_at <= ${now}
    returning id, channel, tries, last_error as "lastError"`.execute(db);
  return rows;
}

/** Everything that waits, the oldest first. */
export async function listWaitingMessages(db: Db): Promise<WaitingMessage[]> {
  const { rows } = await sql<WaitingMessage>`select ${columns} from outbox order by created_at, id`.execute(
    db,
  );
  return rows;
}
