import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { createLoop } from "../loop.ts";
import type { Db } from "../postgres/database.ts";
import type { Channel, WaitingMessage } from "./outbox.repository.ts";
import {
  deleteExpiredMessages,
  deleteMessage,
  putOffMessage,
  takeDueMessages,
  takeUntold,
} from "./outbox.repository.ts";
import { createSmsSender } from "./sms-sender.ts";
import type { Sender } from "./smtp-sender.ts";
import { createSmtpSender } from "./smtp-sender.ts";

const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 10;
/** Longer than any try lasts. */
const LEASE_MS = 5 * 60_000;
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 3_600_000;

/** How long after the nth failed try the next one is made: 15 s doubling to an hour. */
export function waitAfterTryMs(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
}

const channels = ["mail", "sms"] as const;
const setting = { mail: "SMTP_URL", sms: "SMS_WEBHOOK_URL" } as const;

function createSenders(config: Pick<Config, "smtpUrl" | "smsWebhookUrl">): Map<Channel, Sender> {
  const senders = new Map<Channel, Sender>();
  if (config.smtpUrl) senders.set("mail", createSmtpSender(config.smtpUrl));
  if (config.smsWebhookUrl) senders.set("sms", createSmsSender(config.smsWebhookUrl));
  return senders;
}

/** Sends what waits in the outbox, again and again until it went or is of no use any more. */
export function createOutboxJob(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  config: Pick<Config, "smtpUrl" | "smsWebhookUrl">;
}) {
  const { db, clock, logger, config } = deps;
  const senders = createSenders(config);
  const silent = channels.filter((channel) => !senders.has(channel));

  async function send(message: WaitingMessage): Promise<void> {
    const { id, channel, tries } = message;
    try {
      await senders.get(channel)?.send(message);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await putOffMessage(db, {
        id,
        nextTryAt: new Date(clock.now() + waitAfterTryMs(tries)),
        error: reason,
      });
      // Never the message itself: it may hold a code.
      logger.warn({ id, channel, tries, reason }, "a message could not be sent yet");
      return;
    }
    await deleteMessage(db, id);
  }

  async function tellOfSilent(): Promise<void> {
    if (silent.length === 0) return;
    for (const { id, channel } of await takeUntold(db, silent))
      logger.warn(
        { id },
        `a message waits in the outbox: set ${setting[channel]} to send it, or read it with npm run outbox`,
      );
  }

  /** One round: sends what is due, says what cannot be sent here, drops what came too late. */
  async function work(): Promise<void> {
    const now = clock.now();
    for (const { id, channel, tries, lastError } of await deleteExpiredMessages(db, new Date(now)))
      if (senders.has(channel))
        logger.warn({ id, channel, tries, reason: lastError }, "a message was given up");
    await tellOfSilent();
    const due = await takeDueMessages(db, {
      channels: [...senders.keys()],
      now: new Date(now),
      leaseEndsAt: new Date(now + LEASE_MS),
      limit: AT_ONCE,
    });
    await Promise.all(due.map(send));
  }

  const loop = createLoop({
    work,
    everyMs: LOOK_EVERY_MS,
    logger,
    trouble: "the outbox could not be worked off",
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
