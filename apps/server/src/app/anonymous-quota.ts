import type { Clock } from "../infra/clock.ts";
import { AppError } from "../modules/access/access.service.ts";

const windowMs = 60_000;
// A page for everybody makes a handful and then one now and then; somebody who reads all of it in a loop makes more.
const mostPerWindow = 240;

/**
 * Calls of each anonymous session within a minute, counted by this process; how many sessions an address starts is
 * limited on its own (R7.3). Throws A0501 beyond.
 */
export function createAnonymousQuota({ clock }: { clock: Clock }) {
  let startedAt = 0;
  const calls = new Map<string, number>();

  return function take(sessionId: string): void {
    const now = clock.now();
    if (now - startedAt >= windowMs || now < startedAt) {
      startedAt = now;
      calls.clear();
    }
    const count = (calls.get(sessionId) ?? 0) + 1;
    calls.set(sessionId, count);
    if (count > mostPerWindow)
      throw new AppError("A0501", { retryAfterS: Math.ceil((startedAt + windowMs - now) / 1_000) });
  };
}

export type AnonymousQuota = ReturnType<typeof createAnonymousQuota>;
