import { AppError } from "../../../errors.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Messages } from "./plant-messages.ts";
import type { TopicFilters } from "./topic-filter.ts";

const TICK_MS = 1_000;
/** Values of a key are read at most this often, and sent where they changed. */
const READ_EVERY_MS = 10_000;
/** After a new subscription, whose values are sent without waiting for the next reading. */
const READ_AGAIN_AFTER_MS = 2_000;

/** One connection of a key. */
export interface Subscriber {
  readonly keyId: string;
  readonly key: string;
  readonly accountId: string;
  /** A later connection with the same id replaces this one. */
  readonly clientId: string;
  /** It keeps the retain flag of what it receives, as bridges of brokers do; others see it on the first message only. */
  readonly isBridge: boolean;
  readonly filters: TopicFilters;
  /** Filters whose topics the next reading sends once more, as MQTT requires of retained messages. */
  readonly renewed: TopicFilters;
  /** Payloads that it has received, by topic. */
  readonly sent: Messages;
  send(topic: string, payload: string, retain: boolean): void;
  close(): void;
}

/** Connections of one key; its values are read once for all of them. */
interface KeyGroup {
  readonly key: string;
  readonly members: Set<Subscriber>;
  readAt: number;
  isWanted: boolean;
}

function sendChanges({ filters, renewed, sent, isBridge, send }: Subscriber, messages: Messages): void {
  for (const [topic, payload] of messages) {
    if (!filters.matches(topic)) continue;
    const isFirst = !sent.has(topic) || renewed.matches(topic);
    if (sent.get(topic) === payload && !isFirst) continue;
    send(topic, payload, isBridge || isFirst);
    sent.set(topic, payload);
  }
  renewed.clear();
  for (const topic of sent.keys()) {
    if (messages.has(topic)) continue;
    // An empty payload deletes what a bridge has retained, and the device of a discovery document.
    send(topic, "", true);
    sent.delete(topic);
  }
}

/** The connections of this process and what they receive; a process without subscribers reads nothing. */
export function createSubscribers(deps: {
  /** Reads the messages of a key; none where `hasFilters` is false. Throws an AppError when the key may not subscribe. */
  read(key: string, hasFilters: boolean): Promise<Messages>;
  logger: Logger;
  now: () => number;
}) {
  const { read, logger, now } = deps;
  const groups = new Map<string, KeyGroup>();

  function closeKey(keyId: string): void {
    for (const member of groups.get(keyId)?.members ?? []) member.close();
  }

  const isDue = ({ readAt, isWanted }: KeyGroup): boolean =>
    now() - readAt >= (isWanted ? READ_AGAIN_AFTER_MS : READ_EVERY_MS);

  async function readGroup(keyId: string, group: KeyGroup): Promise<void> {
    group.readAt = now();
    group.isWanted = false;
    const members = [...group.members];
    try {
      const messages = await read(
        group.key,
        members.some(({ filters }) => filters.count() > 0),
      );
      for (const member of members) if (group.members.has(member)) sendChanges(member, messages);
    } catch (error) {
      if (!(error instanceof AppError) || !["A0230", "A0300"].includes(error.code)) throw error;
      closeKey(keyId);
    }
  }

  // One key after another: however many subscribe, their readings are one query at a time.
  const loop = createLoop({
    work: async (signal) => {
      for (const [keyId, group] of [...groups]) {
        if (signal.aborted) return;
        if (isDue(group)) await readGroup(keyId, group);
      }
    },
    everyMs: TICK_MS,
    logger,
    failureMessage: "values for subscribers could not be read",
  });

  return {
    start: loop.start,
    stop: loop.stop,
    closeKey,
    /** Connections of a key with other client ids. */
    countOthers: (keyId: string, clientId: string): number =>
      [...(groups.get(keyId)?.members ?? [])].filter((member) => member.clientId !== clientId).length,
    add(subscriber: Subscriber): void {
      const { key, keyId } = subscriber;
      // The key was checked by the sign-in: the next check is due after the usual time.
      const group = groups.get(keyId) ?? {
        key,
        members: new Set(),
        readAt: now() - READ_AGAIN_AFTER_MS,
        isWanted: false,
      };
      group.members.add(subscriber);
      groups.set(keyId, group);
    },
    remove(subscriber: Subscriber): void {
      const group = groups.get(subscriber.keyId);
      group?.members.delete(subscriber);
      if (group?.members.size === 0) groups.delete(subscriber.keyId);
    },
    subscribe(subscriber: Subscriber, filter: string): void {
      subscriber.filters.add(filter);
      subscriber.renewed.add(filter);
      const group = groups.get(subscriber.keyId);
      if (group) group.isWanted = true;
    },
  };
}

export type Subscribers = ReturnType<typeof createSubscribers>;
