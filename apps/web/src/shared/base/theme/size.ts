import { useSyncExternalStore } from "react";
import { readLocal, writeLocal } from "./local-keys.ts";

const key = "size";

/** Display density of rows and controls (R9.5). */
export type Size = "compact" | "middle" | "large";

export const sizes: readonly Size[] = ["compact", "middle", "large"];

const listeners = new Set<() => void>();
let size: Size = sizes.find((each) => each === readLocal(key)) ?? "middle";

function apply(): void {
  document.documentElement.dataset.size = size;
  for (const listener of listeners) listener();
}

export function setSize(next: Size): void {
  size = next;
  writeLocal(key, next);
  apply();
}

export function startSize(): void {
  apply();
}

/** The size on screen. */
export function useSize(): Size {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => size,
  );
}
