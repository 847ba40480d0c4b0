import type { Session } from "./session.ts";
import type { SessionStore } from "./session-store.ts";

const REPLY_MS = 250;
/** A known tab may be busy, so its reply is awaited longer. */
const BUSY_TAB_MS = 2_000;
const lobby = "heliograph.sessions";

type LobbyMessage = { kind: "ask" } | { kind: "session"; session: Session };
type SessionMessage =
  | { kind: "tokens"; session: Session }
  | { kind: "newer"; thanAt: number }
  | { kind: "ended" };

export interface SessionSharing {
  /** Requests the session from the other tabs of this origin; undefined when none replies in time. */
  ask(): Promise<Session | undefined>;
  /** Finds tokens of the same session that another tab renewed after this one. */
  findNewer(session: Session): Promise<Session | undefined>;
  announce(session: Session): void;
  end(id: string): void;
  close(): void;
}

/** Shares the session with new tabs and renewed tokens with the session's other tabs, over BroadcastChannel (R3.1). */
export function shareSession(store: SessionStore): SessionSharing {
  const lobbyChannel = new BroadcastChannel(lobby);
  let own: BroadcastChannel | undefined;
  let ownId: string | undefined;

  function join(): void {
    const session = store.read();
    const id = session?.isGuest ? undefined : session?.id;
    if (id === ownId) return;
    own?.close();
    ownId = id;
    own = id === undefined ? undefined : new BroadcastChannel(`heliograph.session.${id}`);
    own?.addEventListener("message", ({ data }: MessageEvent<SessionMessage>) => handleMessage(data));
  }

  function handleMessage(message: SessionMessage): void {
    const session = store.read();
    if (session === undefined) return;
    if (message.kind === "ended") store.reset("signed-out");
    if (message.kind === "tokens" && message.session.expires_time > session.expires_time)
      store.write({ ...message.session, clockOffsetMs: session.clockOffsetMs });
    if (message.kind === "newer" && session.expires_time > message.thanAt)
      own?.postMessage({ kind: "tokens", session } satisfies SessionMessage);
  }

  lobbyChannel.addEventListener("message", ({ data }: MessageEvent<LobbyMessage>) => {
    const session = store.read();
    if (data.kind === "ask" && session !== undefined && !session.isGuest)
      lobbyChannel.postMessage({ kind: "session", session } satisfies LobbyMessage);
  });
  const leave = store.onChange(join);
  join();

  return {
    ask: async () =>
      waitForReply<LobbyMessage, Session>(
        lobbyChannel,
        { kind: "ask" },
        (message) => (message.kind === "session" ? message.session : undefined),
        (await hasLiveTab()) ? BUSY_TAB_MS : REPLY_MS,
      ),
    findNewer: (session) =>
      own === undefined
        ? Promise.resolve(undefined)
        : waitForReply<SessionMessage, Session>(
            own,
            { kind: "newer", thanAt: session.expires_time },
            (message) =>
              message.kind === "tokens" && message.session.expires_time > session.expires_time
                ? message.session
                : undefined,
          ),
    announce: (session) => own?.postMessage({ kind: "tokens", session } satisfies SessionMessage),
    end(id) {
      const channel = new BroadcastChannel(`heliograph.session.${id}`);
      channel.postMessage({ kind: "ended" } satisfies SessionMessage);
      channel.close();
    },
    close() {
      leave();
      own?.close();
      lobbyChannel.close();
    },
  };
}

/** Every tab that shows a session's pages holds a lock of this name (shared/live/live-tabs.ts). */
async function hasLiveTab(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name?.startsWith("heliograph.live.") === true);
}

function waitForReply<Message, Reply>(
  channel: BroadcastChannel,
  question: Message,
  pick: (message: Message) => Reply | undefined,
  waitMs = REPLY_MS,
): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const finish = (reply?: Reply): void => {
      clearTimeout(timer);
      channel.removeEventListener("message", listen);
      resolve(reply);
    };
    const listen = ({ data }: MessageEvent<Message>): void => {
      const reply = pick(data);
      if (reply !== undefined) finish(reply);
    };
    const timer = setTimeout(finish, waitMs);
    channel.addEventListener("message", listen);
    channel.postMessage(question);
  });
}
