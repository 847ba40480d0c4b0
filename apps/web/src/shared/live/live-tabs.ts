import type { LiveMessage, LiveTopic } from "@heliograph/contract";
import type { EventStreamDeps } from "./event-stream.ts";
import type { SharedState, TabMessage } from "./tab-messages.ts";
import type { TopicStreams } from "./topic-streams.ts";
import { createTopicStreams } from "./topic-streams.ts";

/** The holder says at least this often that it is there … */
const BEAT_MS = 20_000;
/** … and one that has been silent for longer has frozen. */
const SILENT_MS = 50_000;
/** The holder sends a keep-alive only when it has sent nothing else for this long. */
const QUIET_MS = 10_000;

interface LiveTabsDeps extends EventStreamDeps {
  /** The session's random id: names locks and channel, so that another session's tabs have their own. */
  readonly sessionId: string;
  readonly locks: Pick<LockManager, "request">;
  readonly onMessage: (message: LiveMessage) => void;
  readonly onMissed: (topics: readonly LiveTopic[]) => void;
  readonly onConnected: (isConnected: boolean) => void;
  readonly onSafetyConnected: (isConnected: boolean) => void;
  /** These topics flow now, and did not before. */
  readonly onOpened: (topics: readonly LiveTopic[]) => void;
}

export interface LiveTabs {
  /** Sets the topics of this tab. */
  want(topics: readonly LiveTopic[]): void;
  resetFailures(): void;
  /** Reopens this tab's stream, if it holds one, with the current headers. */
  restart(): void;
  leave(): void;
}

/**
 * One tab of a session holds the event stream under a Web Lock and shares it over BroadcastChannel; its topics are
 * those of all tabs. When it closes or freezes, another tab continues from the last event.
 */
export function joinLiveTabs(deps: LiveTabsDeps): LiveTabs {
  const tab = crypto.randomUUID();
  const name = `heliograph.live.${deps.sessionId}`;
  const presenceOf = (id: string): string => `${name}.${id}`;
  const leaving = new AbortController();
  const channel = new BroadcastChannel(name);
  const wants = new Map<string, readonly LiveTopic[]>([[tab, []]]);
  const position = { lastEventId: "" };
  let flowing: readonly LiveTopic[] = [];
  let isConnected = true;
  let isSafetyConnected = true;
  let streams: TopicStreams | undefined;
  let stopHolding: (() => void) | undefined;
  let heardTimer: ReturnType<typeof setTimeout> | undefined;
  let isPresent = false;
  let waiting = new AbortController();
  let postedAt = 0;

  function post(message: TabMessage): void {
    if (!isPresent || leaving.signal.aborted) return;
    postedAt = Date.now();
    channel.postMessage(message);
  }
  const beat = (): void => {
    if (Date.now() - postedAt >= QUIET_MS) post({ kind: "alive" });
  };
  const stateNow = (): SharedState => ({
    ...{ isConnected, isSafetyConnected, flowing },
    lastEventId: position.lastEventId,
  });
  const union = (): LiveTopic[] => [...new Set([...wants.values()].flat())].sort();

  function applyState(state: SharedState): void {
    ({ flowing } = state);
    if (state.lastEventId !== "") position.lastEventId = state.lastEventId;
    ({ isConnected, isSafetyConnected } = state);
    deps.onConnected(isConnected);
    deps.onSafetyConnected(isSafetyConnected);
  }

  function noteWants(id: string, topics: readonly LiveTopic[]): void {
    const isNew = !wants.has(id);
    wants.set(id, topics);
    if (isNew) watchPresence(id);
    streams?.set(union());
  }

  function forget(id: string): void {
    wants.delete(id);
    streams?.set(union());
  }

  /** A tab's presence lock is released when the tab is gone, even if it crashed. */
  function watchPresence(id: string): void {
    void request(presenceOf(id), { signal: leaving.signal }, () => forget(id));
  }

  const request = (lock: string, options: LockOptions, act: () => unknown): Promise<unknown> =>
    deps.locks.request(lock, options, async () => act()).catch(() => undefined);

  /** Waits for the lock of the stream, holds it, and queues again after it was stolen. */
  async function standInLine({ isStealing = false } = {}): Promise<void> {
    waiting.abort();
    const mine = new AbortController();
    waiting = mine;
    // A lock that is stolen is not waited for, so it takes no signal.
    const options = isStealing ? { steal: true } : { signal: mine.signal };
    await request(name, options, () => new Promise<void>((resolve) => hold(resolve)));
    if (waiting !== mine) return;
    stopHolding?.();
    if (!leaving.signal.aborted) void standInLine();
  }

  function hold(release: () => void): void {
    clearTimeout(heardTimer);
    const shareState = (state: Partial<SharedState>): void => {
      applyState({ ...stateNow(), flowing: streams?.flowing() ?? flowing, ...state });
      post({ kind: "state", state: stateNow() });
    };
    const beating = setInterval(beat, BEAT_MS);
    streams = createTopicStreams({
      fetch: deps.fetch,
      getAccessToken: deps.getAccessToken,
      readCallerHeaders: deps.readCallerHeaders,
      ...(deps.wait !== undefined && { wait: deps.wait }),
      position,
      flowing,
      onMessage(message) {
        post({ kind: "live", message, lastEventId: position.lastEventId });
        deps.onMessage(message);
      },
      onMissed(topics) {
        post({ kind: "missed", topics });
        deps.onMissed(topics);
      },
      onOpened(topics) {
        post({ kind: "opened", topics });
        deps.onOpened(topics);
      },
      onConnected: (value) => shareState({ isConnected: value }),
      onSafetyConnected: (value) => shareState({ isSafetyConnected: value }),
      onAlive: beat,
    });
    stopHolding = () => {
      stopHolding = undefined;
      clearInterval(beating);
      streams?.close();
      streams = undefined;
      release();
      awaitHolder();
    };
    streams.set(union());
  }

  /** A silent holder is frozen: its lock is stolen. */
  function awaitHolder(): void {
    clearTimeout(heardTimer);
    if (leaving.signal.aborted || streams !== undefined) return;
    heardTimer = setTimeout(() => void standInLine({ isStealing: true }), SILENT_MS);
  }

  function handleMessage(message: TabMessage): void {
    if (message.kind === "want") noteWants(message.tab, message.topics);
    if (message.kind === "bye") forget(message.tab);
    if (message.kind === "hello") {
      post({ kind: "want", tab, topics: wants.get(tab) ?? [] });
      if (streams !== undefined) post({ kind: "state", state: stateNow() });
    }
    if (message.kind === "hello" || message.kind === "want" || message.kind === "bye") return;
    // The remaining messages come from the holder: a tab that receives one is not the holder.
    awaitHolder();
    if (message.kind === "state") applyState(message.state);
    if (message.kind === "opened") deps.onOpened(message.topics);
    if (message.kind === "missed") deps.onMissed(message.topics);
    if (message.kind === "live") {
      position.lastEventId = message.lastEventId;
      deps.onMessage(message.message);
    }
  }

  channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => handleMessage(data));
  // A tab holds this lock while it exists: the others wait for it to learn that the tab is gone.
  void request(presenceOf(tab), { signal: leaving.signal }, () => {
    isPresent = true;
    post({ kind: "hello" });
    post({ kind: "want", tab, topics: wants.get(tab) ?? [] });
    awaitHolder();
    void standInLine();
    return new Promise<void>((resolve) => leaving.signal.addEventListener("abort", () => resolve()));
  });

  return {
    want(topics) {
      wants.set(tab, topics);
      post({ kind: "want", tab, topics });
      streams?.set(union());
    },
    resetFailures: () => streams?.resetFailures(),
    restart: () => streams?.restart(),
    leave() {
      post({ kind: "bye", tab });
      leaving.abort();
      waiting.abort();
      stopHolding?.();
      clearTimeout(heardTimer);
      channel.close();
    },
  };
}
