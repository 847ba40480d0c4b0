import type { Session } from "./session.ts";
import { tokenState } from "./session.ts";
import type { SessionSharing } from "./session-sharing.ts";
import type { SessionStore } from "./session-store.ts";

export interface AccessTokenDeps {
  readonly store: SessionStore;
  readonly sharing: SessionSharing;
  readonly locks: Pick<LockManager, "request">;
  readonly now: () => number;
  /** Exchanges the refresh token; undefined when the server refuses it for good. Throws when it cannot be asked. */
  readonly renew: (session: Session) => Promise<Session | undefined>;
}

/**
 * Returns the value of the Authorization header, after renewing an expired token. Concurrent requests of all tabs wait
 * for one renewal (R4.3): a second use of an old refresh token would end the session.
 */
export function createAccessToken({ store, sharing, locks, now, renew }: AccessTokenDeps) {
  let running: Promise<string | undefined> | undefined;

  async function renewOnce(): Promise<string | undefined> {
    const before = store.read();
    if (before === undefined) return undefined;
    return locks.request(`heliograph.refresh.${before.id}`, async () => {
      const session = store.read();
      if (session === undefined) return undefined;
      if (tokenState(session, now()) === "valid") return session.access_token;
      const newer = (await sharing.findNewer(session)) ?? (await renew(session));
      if (newer === undefined) {
        store.reset("expired");
        return undefined;
      }
      store.write(newer);
      sharing.announce(newer);
      return newer.access_token;
    });
  }

  return async function getAccessToken(): Promise<string | undefined> {
    const session = store.read();
    if (session === undefined) return undefined;
    const state = tokenState(session, now());
    if (state === "valid") return session.access_token;
    if (state === "expired") {
      store.reset("expired");
      return undefined;
    }
    running ??= renewOnce().finally(() => {
      running = undefined;
    });
    return running;
  };
}
