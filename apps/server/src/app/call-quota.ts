import { AppError } from "../errors.ts";
import type { Clock } from "../infra/clock.ts";

const WINDOW_MS = 60_000;

/** Limits the calls of each caller per minute, counted by this process. Throws A0501 beyond the limit. */
export function createCallQuota({ clock, maxCalls }: { clock: Clock; maxCalls: number }) {
  let startedAt = 0;
  const calls = new Map<string, number>();

  return function countCall(callerId: string): void {
    const now = clock.now();
    if (now - startedAt >= WINDOW_MS || now < startedAt) {
      startedAt = now;
      calls.clear();
    }
    const count = (calls.get(callerId) ?? 0) + 1;
    calls.set(callerId, count);
    if (count > maxCalls)
      throw new AppError("A0501", { retryAfterS: Math.ceil((startedAt + WINDOW_MS - now) / 1_000) });
  };
}

export type CallQuota = ReturnType<typeof createCallQuota>;
