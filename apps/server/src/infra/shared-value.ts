import type { Bus } from "./bus.ts";
import type { Clock } from "./clock.ts";

// The bus may lose a message; then a change made by another process is seen this late at most.
const KEPT_MS = 30_000;

export interface SharedValue<Value> {
  get(): Promise<Value>;
  /** To be called once a change is stored: no process answers what was before from then on. */
  changed(): void;
}

/**
 * A value that many requests read and few change: loaded once, kept in memory, and dropped in every process over the
 * bus when one of them changed it.
 */
export function createSharedValue<Value>(options: {
  bus: Bus;
  clock: Clock;
  subject: string;
  load(): Promise<Value>;
  /** Instead of half a minute, for what must be seen sooner even then. */
  keptMs?: number;
}): SharedValue<Value> {
  const { bus, clock, subject, load, keptMs = KEPT_MS } = options;
  let kept: { value: Promise<Value>; loadedAt: number } | undefined;
  let isListening = false;

  // A load under way began before the change, so what it brings is dropped with it.
  const drop = () => {
    kept = undefined;
  };

  return {
    get() {
      if (!isListening) {
        isListening = true;
        bus.subscribe(subject, drop);
      }
      if (kept && clock.now() - kept.loadedAt < keptMs) return kept.value;
      const loading = { value: load(), loadedAt: clock.now() };
      kept = loading;
      loading.value.catch(() => {
        if (kept === loading) kept = undefined;
      });
      return loading.value;
    },
    changed() {
      drop();
      bus.publish(subject, {});
    },
  };
}
