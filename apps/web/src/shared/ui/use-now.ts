import { useSyncExternalStore } from "react";

const TICK_MS = 5_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** This machine's clock, moving every five seconds: one timer for all that show an age. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
