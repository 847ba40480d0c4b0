import type { LiveMessage, LiveTopic } from "@heliograph/contract";
import { isOfSafety, plantOfTopic } from "@heliograph/contract/live-topics";
import type { Bus } from "../infra/bus.ts";
import type { PlantLive } from "../modules/plants/plant-overview/plant-live.service.ts";

/** One live message as it is sent; `n` increases over all topics of this process. */
export interface HubEntry {
  readonly n: number;
  readonly type: LiveMessage["type"];
  readonly stationId: string;
  readonly text: string;
}

interface Topic {
  entries: HubEntry[];
  bytes: number;
  /** All messages after this number are still in `entries`. */
  completeAfter: number;
  listeners: Set<(entry: HubEntry) => void>;
  unsubscribe: () => void;
  lingering?: NodeJS.Timeout;
}

// Enough for a client that was disconnected for a minute; after that it reloads the data of its pages.
const MAX_ENTRIES = 256;
const MAX_BYTES = 1024 * 1024;
const LINGER_MS = 60_000;

/** What a shutdown is shown by. */
const SAFETY_KINDS = ["safety", "gateway"] as const;

/** The message of the topic `plants`: a page of many plants reads its own again. */
export const PLANTS_CHANGED = { type: "plants" } satisfies LiveMessage;

/** Buffers the latest messages of each topic that has listeners, or had some a minute ago, for clients that reconnect. */
export function createEventHub({ bus, plantLive }: { bus: Bus; plantLive: Pick<PlantLive, "watch"> }) {
  const topics = new Map<LiveTopic, Topic>();
  let lastNumber = 0;

  function keep(topic: Topic, entry: HubEntry): void {
    topic.entries.push(entry);
    topic.bytes += entry.text.length;
    while (topic.entries.length > MAX_ENTRIES || topic.bytes > MAX_BYTES) {
      const dropped = topic.entries.shift() as HubEntry;
      topic.bytes -= dropped.text.length;
      topic.completeAfter = dropped.n;
    }
  }

  function open(name: LiveTopic): Topic {
    const topic: Topic = {
      entries: [],
      bytes: 0,
      completeAfter: lastNumber,
      listeners: new Set(),
      unsubscribe: () => {},
    };
    const add = (stationId: string, message: LiveMessage): void => {
      lastNumber += 1;
      const entry = { n: lastNumber, type: message.type, stationId, text: JSON.stringify(message) };
      keep(topic, entry);
      for (const listener of topic.listeners) listener(entry);
    };
    const undo = follow(name, add);
    topic.unsubscribe = () => {
      for (const leave of undo) leave();
    };
    topics.set(name, topic);
    return topic;
  }

  /** Subscribes to what a topic consists of; returns how to leave each. */
  function follow(name: LiveTopic, add: (stationId: string, message: LiveMessage) => void): (() => void)[] {
    const forward = (message: unknown): void => {
      const live = message as Extract<LiveMessage, { stationId: string }>;
      add(live.stationId, live);
    };
    const noteChange = (message: unknown): void => {
      add((message as { stationId: string }).stationId, PLANTS_CHANGED);
    };
    if (name === "alarms") return [bus.subscribe("plant.*.alarms", forward)];
    if (name === "plants")
      return ["changed", "alarms", "safety"].map((kind) => bus.subscribe(`plant.*.${kind}`, noteChange));
    const plantId = plantOfTopic(name);
    if (isOfSafety(name))
      return SAFETY_KINDS.map((kind) => bus.subscribe(`plant.${plantId}.${kind}`, forward));
    return [
      ...["units", "gateway", "alarms", "siteWork", "commands", "safety"].map((kind) =>
        bus.subscribe(`plant.${plantId}.${kind}`, forward),
      ),
      plantLive.watch(plantId, forward),
    ];
  }

  function drop(name: LiveTopic): void {
    topics.get(name)?.unsubscribe();
    topics.delete(name);
  }

  return {
    /** Number of the newest message. */
    lastNumber: () => lastNumber,

    /** Calls the listener for each new message. Returns how to stop, and how to read the buffered messages. */
    watch(name: LiveTopic, listener: (entry: HubEntry) => void) {
      const topic = topics.get(name) ?? open(name);
      clearTimeout(topic.lingering);
      topic.listeners.add(listener);
      return {
        /** Messages after a number; undefined when some are no longer buffered. */
        since: (n: number): HubEntry[] | undefined =>
          n < topic.completeAfter ? undefined : topic.entries.filter((entry) => entry.n > n),
        stop(): void {
          topic.listeners.delete(listener);
          if (topic.listeners.size > 0) return;
          clearTimeout(topic.lingering);
          topic.lingering = setTimeout(() => {
            if (topic.listeners.size === 0) drop(name);
          }, LINGER_MS);
          topic.lingering.unref();
        },
      };
    },

    /** Forgets what is buffered, since messages were lost: no stream resumes from before. */
    forget(): void {
      lastNumber += 1;
      for (const topic of topics.values()) {
        topic.entries = [];
        topic.bytes = 0;
        topic.completeAfter = lastNumber;
      }
    },

    close(): void {
      for (const [name, topic] of topics) {
        clearTimeout(topic.lingering);
        drop(name);
      }
    },
  };
}
