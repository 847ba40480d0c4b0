import { AppError } from "../errors.ts";
import type { Clock } from "../infra/clock.ts";

const WINDOW_MS = 60_000;
// A public page makes a handful of calls, then one from time to time; only a program that reads everything exceeds this.
const MAX_CALLS_PER_WINDOW = 240;

/**
 * Limits the calls of each anonymous session per minute, counted by this process; the sessions of an address have a
 * limit of their own (R7.3). Throws A0501 beyond it.
 */
export function createAnonymousQuota({ clock }: { clock: Clock }) {
  let startedAt = 0;
  const calls = new Map<string, number>();

  return function countCall(sessionId: string): void {
    const now = clock.now();
    if (now - startedAt >= WINDOW_MS || now < startedAt) {
      startedAt = now;
      calls.clear();
    }
    const count = (calls.get(sessionId) ?? 0) + 1;
    calls.set(sessionId, count);
    if (count > MAX_CALLS_PER_WINDOW)
      throw new AppError("A0501", { retryAfterS: Math.ceil((startedAt + WINDOW_MS - now) / 1_000) });
  };
}

export type AnonymousQuota = ReturnType<typeof createAnonymousQuota>;
