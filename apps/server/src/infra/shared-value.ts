import type { Bus } from "./bus.ts";
import type { Clock } from "./clock.ts";

// A message may be lost unnoticed; a change made by another process is then seen after this time at the latest.
const DEFAULT_MAX_AGE_MS = 30_000;

export interface SharedValue<Value> {
  get(): Promise<Value>;
  /** Drops the value in every process. Call it once a change is stored. */
  invalidate(): void;
}

/**
 * A value that many requests read and few change: loaded once, cached in memory, and dropped in every process over the
 * bus when one of them changes it.
 */
export function createSharedValue<Value>(options: {
  bus: Bus;
  clock: Clock;
  subject: string;
  load(): Promise<Value>;
  /** Default: 30 s. Shorter for values whose change must be seen sooner even when the bus loses the message. */
  maxAgeMs?: number;
}): SharedValue<Value> {
  const { bus, clock, subject, load, maxAgeMs = DEFAULT_MAX_AGE_MS } = options;
  let cached: { value: Promise<Value>; loadedAt: number } | undefined;
  let isListening = false;

  // A load in progress started before the change, so its result is dropped too.
  const drop = () => {
    cached = undefined;
  };

  return {
    get() {
      if (!isListening) {
        isListening = true;
        bus.subscribe(subject, drop);
        bus.onLost(drop);
      }
      if (cached && clock.now() - cached.loadedAt < maxAgeMs) return cached.value;
      const loading = { value: load(), loadedAt: clock.now() };
      cached = loading;
      loading.value.catch(() => {
        if (cached === loading) cached = undefined;
      });
      return loading.value;
    },
    invalidate() {
      drop();
      bus.publish(subject, {});
    },
  };
}
