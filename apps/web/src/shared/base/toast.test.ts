import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dismissToast, showSavedErrors, toast, toastStore } from "./toast.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  for (const { id } of toastStore.read()) dismissToast(id);
  vi.useRealTimers();
});

it("ends a toast after its timeout, 3000 ms by default [R4.17]", () => {
  toast("success", "Saved");
  toast("error", "The server is busy", 10_000);
  expect(toastStore.read().map(({ text, endsAt }) => [text, endsAt])).toEqual([
    ["Saved", 3_000],
    ["The server is busy", 10_000],
  ]);
});

it("shows the same sentence once, and an empty one never", () => {
  toast("success", "Saved");
  toast("success", "Saved");
  toast("success", "");
  expect(toastStore.read()).toHaveLength(1);
});

it.each(["{", "{}", "null"])("starts the page when the saved errors are %j", (kept) => {
  sessionStorage.setItem("heliograph.toasts", kept);
  showSavedErrors();
  expect(toastStore.read()).toEqual([]);
  expect(sessionStorage.getItem("heliograph.toasts")).toBeNull();
});

it("shows the errors kept over a reload, once", () => {
  sessionStorage.setItem("heliograph.toasts", '["The server is busy"]');
  showSavedErrors();
  showSavedErrors();
  expect(toastStore.read().map(({ text }) => text)).toEqual(["The server is busy"]);
});
