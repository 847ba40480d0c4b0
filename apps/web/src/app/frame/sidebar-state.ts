import { useSyncExternalStore } from "react";
import { readDeviceMode } from "../../shared/base/theme/device.ts";
import { readLocal, writeLocal } from "../../shared/base/theme/local-keys.ts";

const key = "sidebarStatus";
const listeners = new Set<() => void>();
// On a phone the words come when asked for.
let isOpen = (readLocal(key) ?? (readDeviceMode() === "mobile" ? "closed" : "opened")) === "opened";

export function toggleSidebar(): void {
  isOpen = !isOpen;
  writeLocal(key, isOpen ? "opened" : "closed");
  for (const listener of listeners) listener();
}

/** Whether the sidebar shows words, or icons only (R4.18). */
export function useSidebarOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
}
