import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ResetReason } from "../session/session-store.ts";
import type { DraftKey } from "./drafts.ts";
import { AUTOSAVE_MS, createDrafts } from "./drafts.ts";
import type { Typed } from "./typed-forms.ts";
import { createTypedForms } from "./typed-forms.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const key: DraftKey = { form: "/role/update", id: "r1" };
const typedAt = (name: string, at = 1): Typed => ({ body: { name }, revision: "1", at });

/** One account's drafts as a server holds them, and tabs that talk to it. */
function createServer() {
  const held = new Map<string, Typed>();
  const calls: string[] = [];
  let reply: () => Promise<void> = () => Promise.resolve();
  const nameOf = ({ form, id = "" }: DraftKey) => `${form} ${id}`;
  function openTab() {
    const items = new Map<string, string>();
    const storage = {
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, value: string) => void items.set(name, value),
      removeItem: (name: string) => void items.delete(name),
    } as unknown as Storage;
    let end: (reason: ResetReason) => void = () => undefined;
    const forms = createTypedForms(storage, {
      onReset(listener) {
        end = listener;
        return () => true;
      },
    });
    const drafts = createDrafts({
      forms,
      async send(asked, typed) {
        await reply();
        calls.push(typed === null ? "drop" : String(typed.body.name));
        if (typed === null) held.delete(nameOf(asked));
        else held.set(nameOf(asked), typed);
      },
      read: (asked) => Promise.resolve(held.get(nameOf(asked))),
    });
    return { ...drafts, end: (reason: ResetReason) => end(reason) };
  }
  return {
    held,
    calls,
    openTab,
    replyWith(next: () => Promise<void>) {
      reply = next;
    },
  };
}

const page = "/system/role";

it("keeps what is typed a moment after the last stroke, once, and gives it to another tab [R8.2]", async () => {
  const server = createServer();
  const tab = server.openTab();
  for (const name of ["I", "In", "Ins"]) tab.note("ida", key, { typed: typedAt(name), page });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1);
  expect(server.calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  tab.note("ida", key, { typed: typedAt("Ins", 9), page });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
  expect(server.calls).toEqual(["Ins"]);
  expect(await server.openTab().find("ida", key)).toEqual(typedAt("Ins"));
  expect(await server.openTab().find("ida", { form: "/role/add" })).toBeUndefined();
});

it("saves immediately when the page or the form closes, and deletes the draft when nothing differs any more [R8.2]", async () => {
  const server = createServer();
  const tab = server.openTab();
  tab.note("ida", key, { typed: typedAt("leaving"), page });
  await tab.flushAll({ isLeaving: true });
  tab.note("ida", key, { typed: typedAt("closing"), page });
  tab.close(key);
  await vi.advanceTimersByTimeAsync(0);
  expect(server.calls).toEqual(["leaving", "closing"]);
  const again = server.openTab();
  await again.find("ida", key);
  await again.settle(key, { isTaken: true });
  again.note("ida", key, { typed: typedAt("more"), page });
  again.note("ida", key, { typed: undefined, page });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
  expect(server.held.size).toBe(0);
});

it("what was sent or discarded never comes back, however late a save is answered [R8.2]", async () => {
  const server = createServer();
  const tab = server.openTab();
  let goOn: () => void = () => undefined;
  server.replyWith(() => new Promise((resolve) => (goOn = resolve)));
  tab.note("ida", key, { typed: typedAt("late"), page });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
  server.replyWith(() => Promise.resolve());
  const dropped = tab.drop(key);
  goOn();
  await dropped;
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
  expect(server.calls).toEqual(["late", "drop"]);
  expect(await tab.find("ida", key)).toBeUndefined();
});

it("a page closed with something typed drops its forms and no others [R8.2]", async () => {
  const server = createServer();
  const tab = server.openTab();
  const other: DraftKey = { form: "/company/update", id: "c1" };
  tab.note("ida", key, { typed: typedAt("gone"), page });
  tab.note("ida", other, { typed: typedAt("stays"), page: "/company-detail" });
  await tab.flushAll();
  await tab.dropPage(page);
  expect([...server.held.keys()]).toEqual(["/company/update c1"]);
});

it("after the session died the newer of tab and server is offered, and a failed save is tried again [R8.2]", async () => {
  const server = createServer();
  const tab = server.openTab();
  tab.note("ida", key, { typed: typedAt("saved", 1), page });
  await tab.flushAll();
  server.replyWith(() => Promise.reject(new Error("the session is over")));
  tab.note("ida", key, { typed: typedAt("typed last", 2), page });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
  tab.end("invalid");
  expect(await tab.find("ida", key)).toEqual(typedAt("typed last", 2));
  expect(await tab.find("otto", key)).toEqual(typedAt("saved", 1));
  server.held.set("/role/update r1", typedAt("on the phone", 3));
  expect(await tab.find("ida", key)).toEqual(typedAt("on the phone", 3));
  server.replyWith(() => Promise.resolve());
  await tab.settle(key, { isTaken: true });
  tab.note("ida", key, { typed: typedAt("typed last", 4), page });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
  expect(server.calls).toEqual(["saved", "typed last"]);
});

it("what is offered stays as it is until it is taken or discarded, whatever is typed, sent or closed meanwhile [R8.2]", async () => {
  const server = createServer();
  const before = server.openTab();
  before.note("ida", key, { typed: typedAt("first"), page });
  await before.flushAll();
  const tab = server.openTab();
  // Input typed before the response arrives counts, too.
  const found = tab.find("ida", key);
  tab.note("ida", key, { typed: typedAt("s", 2), page });
  await tab.flushAll({ isLeaving: true });
  expect(await found).toEqual(typedAt("first"));
  tab.note("ida", key, { typed: typedAt("second", 2), page });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
  await tab.dropPage(page);
  await tab.drop(key);
  tab.note("ida", key, { typed: typedAt("third", 3), page });
  tab.close(key);
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
  expect(server.calls).toEqual(["first"]);
  expect(await server.openTab().find("ida", key)).toEqual(typedAt("first"));
});

it("once what was offered is taken or discarded, what is typed is kept [R8.2]", async () => {
  const server = createServer();
  server.held.set("/role/update r1", typedAt("first"));
  const tab = server.openTab();
  await tab.find("ida", key);
  tab.note("ida", key, { typed: typedAt("second", 2), page });
  await tab.settle(key, { isTaken: false });
  expect(server.held.size).toBe(0);
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
  const other = server.openTab();
  await other.find("ida", key);
  other.note("ida", key, { typed: typedAt("third", 3), page });
  await other.settle(key, { isTaken: true });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
  expect(server.calls).toEqual(["drop", "second", "third"]);
  const empty = server.openTab();
  server.held.clear();
  await empty.find("ida", key);
  empty.note("ida", key, { typed: typedAt("fourth", 4), page });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
  expect(server.calls.at(-1)).toBe("fourth");
});
