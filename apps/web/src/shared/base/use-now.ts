import { useSyncExternalStore } from "react";

export const TICK_MS = 5_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const each of listeners) each();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // The stored time is outdated after a period without subscribers.
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export const clock = { subscribe, read: () => now };

/** This machine's clock, moving every five seconds (`TICK_MS`): one timer for all that show an age. */
export function useNow(): number {
  return useSyncExternalStore(clock.subscribe, clock.read);
}
