import type { DraftForm } from "@heliograph/contract/draft-forms";
import type { Typed, TypedForms } from "./typed-forms.ts";

/** Which form, and which record it is about; none for a new one. */
export interface DraftKey {
  readonly form: DraftForm;
  readonly id?: string | undefined;
}

interface Deps {
  readonly forms: TypedForms;
  /** Saves a draft on the server; null deletes it. */
  readonly send: (key: DraftKey, typed: Typed | null, how: { isLeaving: boolean }) => Promise<void>;
  readonly read: (key: DraftKey) => Promise<Typed | undefined>;
}

interface Open {
  readonly key: DraftKey;
  /** Address of the cached page with the form. */
  page: string;
  typed: Typed | undefined;
  /** What the server holds; undefined for nothing. */
  sent: string | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** An earlier draft is being loaded, or was found and is neither restored nor discarded: it is not overwritten. */
  isWaiting: boolean;
}

/** After the last keystroke. */
export const AUTOSAVE_MS = 1_500;

const nameOf = ({ form, id = "" }: DraftKey): string => `${form} ${id}`;
const textOf = (typed: Typed | undefined): string | undefined =>
  typed && JSON.stringify([typed.body, typed.revision]);

/**
 * Saves the input of open forms: on the server shortly after the last keystroke and when the page closes, and in the tab
 * when the session ends. An earlier draft is offered and kept until the user restores or discards it; submitting or
 * discarding the form deletes its draft.
 */
export function createDrafts({ forms, send, read }: Deps) {
  const open = new Map<string, Open>();
  /** Calls about one draft run in sequence, so that none recreates it after it was deleted. */
  const chains = new Map<string, Promise<unknown>>();

  function inTurn<Result>(key: DraftKey, act: () => Promise<Result>): Promise<Result> {
    const name = nameOf(key);
    const next = (chains.get(name) ?? Promise.resolve()).then(act, act);
    chains.set(name, next);
    return next;
  }

  function flush(each: Open, how = { isLeaving: false }): Promise<void> {
    clearTimeout(each.timer);
    const { key, typed } = each;
    const text = textOf(typed);
    if (each.isWaiting || text === each.sent) return Promise.resolve();
    const act = async (): Promise<void> => {
      await send(key, typed ?? null, how);
      each.sent = text;
    };
    // A closing page does not wait. Input that could not be saved is tried again with the next keystroke.
    return (how.isLeaving ? act() : inTurn(key, act)).catch(() => undefined);
  }

  function entry(key: DraftKey): Open {
    const name = nameOf(key);
    const known = open.get(name);
    if (known !== undefined) return known;
    const made: Open = {
      key,
      page: "",
      typed: undefined,
      sent: undefined,
      timer: undefined,
      isWaiting: false,
    };
    open.set(name, made);
    return made;
  }

  function keepSoon(each: Open): void {
    clearTimeout(each.timer);
    if (!each.isWaiting && textOf(each.typed) !== each.sent)
      each.timer = setTimeout(() => void flush(each), AUTOSAVE_MS);
  }

  async function takeAway(key: DraftKey): Promise<void> {
    forms.drop(nameOf(key));
    await inTurn(key, () => send(key, null, { isLeaving: false })).catch(() => undefined);
  }

  async function drop(key: DraftKey): Promise<void> {
    const name = nameOf(key);
    const each = open.get(name);
    clearTimeout(each?.timer);
    forms.forget(name);
    // The draft that waits for a decision is not the one that was submitted or discarded here.
    if (each?.isWaiting) {
      each.typed = undefined;
      return;
    }
    open.delete(name);
    await takeAway(key);
  }

  return {
    /** Records the current input of this account; undefined when there is none. */
    note(by: string, key: DraftKey, { typed, page }: { typed: Typed | undefined; page: string }): void {
      const each = entry(key);
      each.page = page;
      each.typed = typed;
      forms.note(by, nameOf(key), typed);
      keepSoon(each);
    },

    /** Finds the draft of this account, in this tab or on the server: the newer of both. It waits for `settle`. */
    async find(by: string, key: DraftKey): Promise<Typed | undefined> {
      const each = entry(key);
      each.isWaiting = true;
      const here = forms.find(by, nameOf(key));
      const there = await inTurn(key, () => read(key)).catch(() => undefined);
      if (there !== undefined) each.sent = textOf(there);
      each.isWaiting = here !== undefined || there !== undefined;
      keepSoon(each);
      return here !== undefined && (there === undefined || here.at >= there.at) ? here : there;
    },

    /** Ends the decision about the draft that was found: restored or discarded. New input replaces it after that. */
    async settle(key: DraftKey, { isTaken }: { isTaken: boolean }): Promise<void> {
      const each = entry(key);
      if (!isTaken) {
        each.sent = undefined;
        await takeAway(key);
      }
      each.isWaiting = false;
      keepSoon(each);
    },

    /** The form was closed without submitting or discarding its input. */
    close(key: DraftKey): void {
      const name = nameOf(key);
      const each = open.get(name);
      open.delete(name);
      forms.forget(name);
      if (each !== undefined) void flush(each);
    },

    /** Deletes the draft of a form that was submitted or discarded. */
    drop,

    /** Deletes the drafts of a page that was closed with unsaved input. */
    async dropPage(page: string): Promise<void> {
      const meant = [...open.values()].filter((each) => each.page === page && each.typed !== undefined);
      await Promise.all(meant.map(({ key }) => drop(key)));
    },

    /** Saves everything immediately. */
    async flushAll(how?: { isLeaving: boolean }): Promise<void> {
      await Promise.all([...open.values()].map((each) => flush(each, how)));
    },
  };
}
