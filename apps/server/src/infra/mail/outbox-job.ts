import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { createLoop } from "../loop.ts";
import type { Db } from "../postgres/database.ts";
import type { Channel, PendingMessage } from "./outbox.repository.ts";
import {
  deleteExpiredMessages,
  deleteMessage,
  leaseDueMessages,
  markReported,
  rescheduleMessage,
} from "./outbox.repository.ts";
import { createSmsSender } from "./sms-sender.ts";
import type { Sender } from "./smtp-sender.ts";
import { createSmtpSender } from "./smtp-sender.ts";

const POLL_EVERY_MS = 1_000;
const BATCH_SIZE = 10;
/** Longer than any attempt takes. */
const LEASE_MS = 5 * 60_000;
const MIN_RETRY_DELAY_MS = 15_000;
const MAX_RETRY_DELAY_MS = 3_600_000;

/** Delay before the next attempt after the nth failed one: 15 s, doubling to an hour. */
export function retryDelayMs(tries: number): number {
  return Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** (tries - 1));
}

const CHANNELS = ["mail", "sms"] as const;
const SETTINGS = { mail: "SMTP_URL", sms: "SMS_WEBHOOK_URL" } as const;

function createSenders(config: Pick<Config, "smtpUrl" | "smsWebhookUrl">): Map<Channel, Sender> {
  const senders = new Map<Channel, Sender>();
  if (config.smtpUrl) senders.set("mail", createSmtpSender(config.smtpUrl));
  if (config.smsWebhookUrl) senders.set("sms", createSmsSender(config.smsWebhookUrl));
  return senders;
}

/** Sends the messages of the outbox, and retries each until it is sent or expires. */
export function createOutboxJob(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  config: Pick<Config, "smtpUrl" | "smsWebhookUrl">;
}) {
  const { db, clock, logger, config } = deps;
  const senders = createSenders(config);
  const withoutSender = CHANNELS.filter((channel) => !senders.has(channel));

  async function send(message: PendingMessage): Promise<void> {
    const { id, channel, tries } = message;
    try {
      await senders.get(channel)?.send(message);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await rescheduleMessage(db, {
        id,
        nextTryAt: new Date(clock.now() + retryDelayMs(tries)),
        error: reason,
      });
      // Never the message itself: it may hold a code.
      logger.warn({ id, channel, tries, reason }, "a message could not be sent yet");
      return;
    }
    await deleteMessage(db, id);
  }

  async function reportUnsendable(): Promise<void> {
    if (withoutSender.length === 0) return;
    for (const { id, channel } of await markReported(db, withoutSender))
      logger.warn(
        { id },
        `a message waits in the outbox: set ${SETTINGS[channel]} to send it, or read it with npm run outbox`,
      );
  }

  /** One round: deletes expired messages, reports those without a configured sender, sends those that are due. */
  async function work(): Promise<void> {
    const now = clock.now();
    for (const { id, channel, tries, lastError } of await deleteExpiredMessages(db, new Date(now)))
      if (senders.has(channel))
        logger.warn({ id, channel, tries, reason: lastError }, "a message expired before it was sent");
    await reportUnsendable();
    const due = await leaseDueMessages(db, {
      channels: [...senders.keys()],
      now: new Date(now),
      leaseEndsAt: new Date(now + LEASE_MS),
      limit: BATCH_SIZE,
    });
    await Promise.all(due.map(send));
  }

  const loop = createLoop({
    work,
    everyMs: POLL_EVERY_MS,
    logger,
    failureMessage: "the outbox could not be processed",
  });

  return {
    start: loop.start,
    async stop(): Promise<void> {
      await loop.stop();
      for (const sender of senders.values()) sender.close();
    },
    work,
  };
}
