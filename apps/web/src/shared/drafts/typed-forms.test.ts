import { expect, it } from "vitest";
import type { ResetReason } from "../session/session-store.ts";
import { createTypedForms } from "./typed-forms.ts";

function createStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  } as unknown as Storage;
}

/** A tab whose storage outlives its pages. */
function createTab() {
  const storage = createStorage();
  let end: (reason: ResetReason) => void = () => undefined;
  const load = () =>
    createTypedForms(storage, {
      onReset(listener) {
        end = listener;
        return () => true;
      },
    });
  return { storage, load, end: (reason: ResetReason) => end(reason) };
}

const barn = { body: { name: "Barn" }, revision: "7", at: 5 };

it("gives what was typed when the session died back to the same account alone [R8.2]", () => {
  for (const reason of ["expired", "invalid", "missing"] as const) {
    const tab = createTab();
    tab.load().note("ida", "/add", barn);
    tab.end(reason);
    const later = tab.load();
    expect(later.find("ida", "/add")).toEqual(barn);
    expect(later.find("ida", "/edit")).toBeUndefined();
    expect(later.find("otto", "/add")).toBeUndefined();
    later.drop("/add");
    expect(later.find("ida", "/add")).toBeUndefined();
    expect(tab.storage.getItem("heliograph.typed")).toBeNull();
  }
});

it("keeps nothing while the session lives, of forms that are empty again, and after signing out", () => {
  const tab = createTab();
  const forms = tab.load();
  forms.note("ida", "/add", barn);
  expect(tab.storage.getItem("heliograph.typed")).toBeNull();
  forms.note("ida", "/add", undefined);
  tab.end("invalid");
  expect(tab.storage.getItem("heliograph.typed")).toBeNull();
  forms.note("ida", "/add", barn);
  tab.end("expired");
  tab.end("signed-out");
  expect(tab.storage.getItem("heliograph.typed")).toBeNull();
});
