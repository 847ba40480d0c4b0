import type { DraftForm } from "@heliograph/contract/draft-forms";
import type { Typed, TypedForms } from "./typed-forms.ts";

/** Which form, and which record it is about; none for a new one. */
export interface DraftKey {
  readonly form: DraftForm;
  readonly id?: string | undefined;
}

interface Deps {
  readonly forms: TypedForms;
  /** Keeps a draft on the server, or takes it away. */
  readonly send: (key: DraftKey, typed: Typed | null, how: { isLeaving: boolean }) => Promise<void>;
  readonly read: (key: DraftKey) => Promise<Typed | undefined>;
}

interface Open {
  readonly key: DraftKey;
  /** Address of the kept page it stands on. */
  page: string;
  typed: Typed | undefined;
  /** What the server holds; undefined for nothing. */
  sent: string | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** What was kept before is looked for, or found and neither taken nor discarded: nothing takes its place. */
  isWaiting: boolean;
}

/** After the last keystroke. */
export const AUTOSAVE_MS = 1_500;

const nameOf = ({ form, id = "" }: DraftKey): string => `${form} ${id}`;
const textOf = (typed: Typed | undefined): string | undefined =>
  typed && JSON.stringify([typed.body, typed.revision]);

/**
 * Keeps what is typed in the open forms: on the server a moment after the last keystroke and when the page goes, and in
 * the tab when the session dies. What is found may be taken back, and stays as it is until it is or is discarded; what is
 * sent or discarded is dropped.
 */
export function createDrafts({ forms, send, read }: Deps) {
  const open = new Map<string, Open>();
  /** Calls about one draft go one after the other, so that none comes back after it was dropped. */
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
    // A page that goes waits for nothing. What could not be kept is still typed, and is tried again with the next stroke.
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
    // What waits for an answer is another one than what was sent or discarded here.
    if (each?.isWaiting) {
      each.typed = undefined;
      return;
    }
    open.delete(name);
    await takeAway(key);
  }

  return {
    /** The form as it stands now, typed by this account; undefined when nothing is typed in it. */
    note(by: string, key: DraftKey, { typed, page }: { typed: Typed | undefined; page: string }): void {
      const each = entry(key);
      each.page = page;
      each.typed = typed;
      forms.note(by, nameOf(key), typed);
      keepSoon(each);
    },

    /** What this account left in the form, here or elsewhere: the newer of both. It waits for `settle`. */
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

    /** What was found is taken into the form, or discarded; from then on what is typed is kept in its place. */
    async settle(key: DraftKey, { isTaken }: { isTaken: boolean }): Promise<void> {
      const each = entry(key);
      if (!isTaken) {
        each.sent = undefined;
        await takeAway(key);
      }
      each.isWaiting = false;
      keepSoon(each);
    },

    /** The form is no longer shown, and nobody said that what was typed shall go. */
    close(key: DraftKey): void {
      const name = nameOf(key);
      const each = open.get(name);
      open.delete(name);
      forms.forget(name);
      if (each !== undefined) void flush(each);
    },

    /** Sent or discarded. */
    drop,

    /** All forms of a page that was closed although something was typed on it. */
    async dropPage(page: string): Promise<void> {
      const meant = [...open.values()].filter((each) => each.page === page && each.typed !== undefined);
      await Promise.all(meant.map(({ key }) => drop(key)));
    },

    /** Keeps everything at once. */
    async flushAll(how?: { isLeaving: boolean }): Promise<void> {
      await Promise.all([...open.values()].map((each) => flush(each, how)));
    },
  };
}
