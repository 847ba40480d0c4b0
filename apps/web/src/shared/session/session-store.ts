import type { Session } from "./session.ts";

const key = "heliograph.session";

/** Why a session ended: the user signed out, it expired, the server refused it, or there was none. */
export type ResetReason = "signed-out" | "expired" | "invalid" | "missing";

export interface SessionStore {
  read(): Session | undefined;
  write(session: Session): void;
  reset(reason: ResetReason): void;
  onChange(listener: () => void): () => void;
  onReset(listener: (reason: ResetReason) => void): () => void;
}

/** Keeps the session of this tab in `storage`: session storage, never local storage (R9.5). */
export function createSessionStore(storage: Storage): SessionStore {
  const changed = new Set<() => void>();
  const ended = new Set<(reason: ResetReason) => void>();
  let session = parse(storage.getItem(key));
  return {
    read: () => session,
    write(next) {
      session = next;
      storage.setItem(key, JSON.stringify(next));
      for (const listener of changed) listener();
    },
    reset(reason) {
      session = undefined;
      storage.removeItem(key);
      for (const listener of changed) listener();
      for (const listener of ended) listener(reason);
    },
    onChange(listener) {
      changed.add(listener);
      return () => changed.delete(listener);
    },
    onReset(listener) {
      ended.add(listener);
      return () => ended.delete(listener);
    },
  };
}

function parse(text: string | null): Session | undefined {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as Session;
    return typeof value.access_token === "string" && typeof value.expires_time === "number"
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
