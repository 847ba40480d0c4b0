import type { LiveTopic } from "@heliograph/contract";
import { isOfAllPlants, isOfSafety } from "@heliograph/contract/live-topics";
import type { EventStreamDeps, Position, StreamListener } from "./event-stream.ts";
import { isRefusal, openEventStream, probeTopic } from "./event-stream.ts";

/** The server gives at most this many topics to one stream. */
const MAX_TOPICS = 20;
const NO_SESSION = 401;

interface TopicStreamsDeps extends EventStreamDeps, Omit<StreamListener, "onRefused"> {
  /** Last position of the tab that held the stream before. */
  readonly position: Position;
  /** Topics that were open then. */
  readonly flowing: readonly LiveTopic[];
  /** Whether the stream of shutdowns is open, with every topic that is wanted of it. */
  readonly onSafetyConnected: (isConnected: boolean) => void;
  /** These topics are open now and were not before: no tab has received their earlier events. */
  readonly onOpened: (topics: readonly LiveTopic[]) => void;
}

export interface TopicStreams {
  /** Subscribes to exactly these topics. */
  set(topics: readonly LiveTopic[]): void;
  /** Retries refused topics: another token may have access. */
  resetFailures(): void;
  /** Reopens the streams with the current headers; events in between follow from the position. */
  restart(): void;
  /** Open topics. */
  flowing(): readonly LiveTopic[];
  close(): void;
}

/** The streams of some of the topics. */
interface Lanes {
  readonly isOwn: (topic: LiveTopic) => boolean;
  readonly position: Position;
  open: string;
  closers: (() => void)[];
}

/**
 * Keeps a set of topics open: in one stream, in several only beyond twenty. Shutdowns have a stream of their own, which nothing
 * else fills.
 */
export function createTopicStreams(deps: TopicStreamsDeps): TopicStreams {
  /** Topics the server refuses to this session: a plant that does not exist or is not accessible. */
  const refused = new Set<LiveTopic>();
  const general: Lanes = {
    isOwn: (topic) => !isOfSafety(topic),
    ...{ position: deps.position, open: "", closers: [] },
  };
  const safety: Lanes = { isOwn: isOfSafety, position: { lastEventId: "" }, open: "", closers: [] };
  const all = [general, safety];
  let wanted: readonly LiveTopic[] = [];
  // The position of shutdowns is not handed on: their pages read them again.
  let flowing = new Set(deps.flowing.filter(general.isOwn));
  let isSafetyOpen = true;
  let isSafetyConnected = true;
  let isClosed = false;

  /** Each stream says whether what it brings is current. */
  function notifyConnected(lanes: Lanes, isConnected: boolean): void {
    if (lanes === general) deps.onConnected(isConnected);
    // Of a refused topic nothing is pushed either.
    else {
      isSafetyOpen = isConnected;
      isSafetyConnected = isConnected && ![...refused].some(isOfSafety);
      deps.onSafetyConnected(isSafetyConnected);
    }
  }

  function reopen(): void {
    if (!isClosed) for (const lanes of all) reopenLanes(lanes);
  }

  function reopenLanes(lanes: Lanes): void {
    const asked = wanted.filter((topic) => lanes.isOwn(topic) && !refused.has(topic)).sort();
    if (asked.join() === lanes.open) return;
    const isSplit = asked.length > MAX_TOPICS || lanes.closers.length > 1;
    lanes.open = asked.join();
    for (const close of lanes.closers) close();
    const known = flowing;
    flowing = new Set([...flowing].filter((topic) => !lanes.isOwn(topic) || asked.includes(topic)));
    lanes.closers = chunk(asked).map((topics) =>
      // A position belongs to one stream: with several, events in between are read from the server.
      openLane(lanes, topics, { at: isSplit ? { lastEventId: "" } : lanes.position, known }),
    );
    if (isSplit) deps.onMissed(asked.filter((topic) => known.has(topic)));
  }

  function openLane(
    lanes: Lanes,
    topics: readonly LiveTopic[],
    { at, known }: { at: Position; known: ReadonlySet<LiveTopic> },
  ): () => void {
    let connections = 0;
    return openEventStream({
      ...deps,
      topics,
      position: at,
      onConnected(isConnected) {
        if (isConnected) {
          connections += 1;
          for (const topic of topics) flowing.add(topic);
        }
        notifyConnected(lanes, isConnected);
        const fresh = topics.filter((topic) => !known.has(topic));
        if (isConnected && connections === 1 && fresh.length > 0) deps.onOpened(fresh);
      },
      onMissed(missed) {
        // A topic that was not open before this stream cannot have missed events.
        const lost = connections === 1 ? missed.filter((topic) => known.has(topic)) : missed;
        if (lost.length > 0) deps.onMissed(lost);
      },
      onRefused: (status) => void refuse(lanes, topics, status),
    });
  }

  // One missing plant must not end the stream of the other topics; without a session all are refused.
  async function refuse(lanes: Lanes, topics: readonly LiveTopic[], status: number): Promise<void> {
    for (const topic of await findGuilty(topics, status)) refused.add(topic);
    lanes.open = "";
    notifyConnected(lanes, true);
    reopen();
  }

  async function findGuilty(topics: readonly LiveTopic[], status: number): Promise<readonly LiveTopic[]> {
    const plants = topics.filter((topic) => !isOfAllPlants(topic));
    if (status === NO_SESSION || plants.length === 0) return topics;
    const newTopics = plants.filter((topic) => !flowing.has(topic));
    const suspects = newTopics.length > 0 ? newTopics : plants;
    if (suspects.length === 1) return suspects;
    const statuses = await Promise.all(suspects.map((topic) => probeTopic(deps, topic)));
    const guilty = suspects.filter((_, index) => isRefusal(statuses[index] ?? 0));
    // The refused topic cannot be identified: dropping all of them is better than retrying for ever.
    return guilty.length > 0 ? guilty : suspects;
  }

  return {
    set(topics) {
      wanted = topics;
      for (const topic of refused) if (!topics.includes(topic)) refused.delete(topic);
      // The topic that was refused may be the one that is no longer wanted.
      if (!isSafetyConnected) notifyConnected(safety, isSafetyOpen || !topics.some(isOfSafety));
      reopen();
    },
    resetFailures() {
      if (refused.size === 0) return;
      refused.clear();
      reopen();
    },
    restart() {
      for (const lanes of all) lanes.open = "";
      reopen();
    },
    flowing: () => [...flowing],
    close() {
      isClosed = true;
      for (const close of all.flatMap(({ closers }) => closers)) close();
    },
  };
}

function chunk(topics: readonly LiveTopic[]): LiveTopic[][] {
  const count = Math.ceil(topics.length / MAX_TOPICS);
  return Array.from({ length: count }, (_, index) =>
    topics.slice(index * MAX_TOPICS, (index + 1) * MAX_TOPICS),
  );
}
