import type { ResetReason, SessionStore } from "../session/session-store.ts";

const key = "heliograph.typed";

/** Input of a form that was not submitted; `at` is when it was typed, ms. */
export interface Typed {
  readonly body: Record<string, unknown>;
  readonly revision: string | undefined;
  readonly at: number;
}

interface Kept {
  readonly accountId: string;
  /** By the name of each form. */
  readonly forms: Record<string, Typed>;
}

/**
 * Keeps unsaved input in this tab when the session ends, by account; only that account can restore it (R8.2). It may be
 * newer than the draft on the server, which was no longer updated.
 */
export function createTypedForms(storage: Storage, store: Pick<SessionStore, "onReset">) {
  const typed = new Map<string, Typed>();
  let accountId: string | undefined;

  function read(): Kept | undefined {
    try {
      return JSON.parse(storage.getItem(key) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  }

  function follow(reason: ResetReason): void {
    if (reason === "signed-out") storage.removeItem(key);
    else if (accountId !== undefined && typed.size > 0) {
      const kept: Kept = { accountId, forms: Object.fromEntries(typed) };
      storage.setItem(key, JSON.stringify(kept));
    }
  }

  store.onReset(follow);

  return {
    /** Records the current input; undefined when there is none. */
    note(by: string, name: string, form: Typed | undefined): void {
      accountId = by;
      if (form === undefined) typed.delete(name);
      else typed.set(name, form);
    },
    forget: (name: string): boolean => typed.delete(name),
    /** What this account typed in the form when its session died. */
    find(by: string, name: string): Typed | undefined {
      const kept = read();
      return kept?.accountId === by ? kept.forms[name] : undefined;
    },
    drop(name: string): void {
      const kept = read();
      if (kept === undefined) return;
      const { [name]: _, ...forms } = kept.forms;
      if (Object.keys(forms).length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify({ ...kept, forms }));
    },
  };
}

export type TypedForms = ReturnType<typeof createTypedForms>;
