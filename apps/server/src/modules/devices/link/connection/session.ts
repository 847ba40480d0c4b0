import type { TopicName } from "@heliograph/protocol";
import type { Client } from "aedes";

/** One signed-in connection. */
export interface Session {
  readonly client: Client;
  readonly sn: string;
  readonly gatewayId: string;
  readonly gatewayKey: number;
  /** Of the secret it signed in with: a later one ends the session. */
  readonly secretRev: number;
  /** Number of the gateway's own sign-ins, over all processes: a later one replaces the session. 0 for tools and claims. */
  readonly epoch: number;
  /** Only the session without a tag is the gateway itself: it counts as online and receives commands. */
  readonly tag: string | undefined;
  readonly isClaim: boolean;
  readonly address: string;
  readonly subscribed: Set<TopicName>;
  /** Ids of the commands delivered to this session: replies are accepted only to these. */
  readonly commands: Set<string>;
  /** Number of the last command that was sent to the gateway. */
  readonly seq: { last: number };
}

const FIGHT_WINDOW_MS = 60_000;
const FIGHTS_ALLOWED = 5;

/** The connections of this process by serial number. */
export function createSessionBook(now: () => number) {
  const own = new Map<string, Session>();
  const tagged = new Map<string, Set<Session>>();
  const replacedAt = new Map<string, number[]>();

  return {
    add(session: Session): void {
      if (session.isClaim) return;
      if (session.tag === undefined) own.set(session.sn, session);
      else tagged.set(session.sn, (tagged.get(session.sn) ?? new Set()).add(session));
    },
    /** Notes that an untagged session was replaced; true when it happened more than five times within a minute. */
    noteReplaced(sn: string): boolean {
      const since = now() - FIGHT_WINDOW_MS;
      const times = [...(replacedAt.get(sn) ?? []).filter((at) => at > since), now()];
      const isFight = times.length > FIGHTS_ALLOWED;
      // Reported once, then the count is reset.
      if (isFight) replacedAt.delete(sn);
      else replacedAt.set(sn, times);
      return isFight;
    },
    /** Returns whether this was the gateway's own, current session. */
    remove(session: Session): boolean {
      const others = tagged.get(session.sn);
      others?.delete(session);
      if (others?.size === 0) tagged.delete(session.sn);
      if (own.get(session.sn) !== session) return false;
      own.delete(session.sn);
      return true;
    },
    find: (sn: string) => own.get(sn),
    /** Gateways that are connected to this process. */
    count: () => own.size,
    /** All sessions of a gateway, its own and those of tools. */
    list: (sn: string): Session[] => [...(tagged.get(sn) ?? []), ...(own.has(sn) ? [own.get(sn)!] : [])],
    listTagged: (sn: string): Session[] => [...(tagged.get(sn) ?? [])],
    listOwn: (): Session[] => [...own.values()],
    isEmpty: (sn: string) => !own.has(sn) && !tagged.has(sn),
  };
}

export type SessionBook = ReturnType<typeof createSessionBook>;
