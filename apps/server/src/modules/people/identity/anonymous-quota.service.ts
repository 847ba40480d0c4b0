import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { deleteEarlierCalls, reserveCalls } from "./anonymous-calls.repository.ts";

const WINDOW_MS = 60_000;
// A public page makes a handful of calls, then one from time to time; only a program that reads everything exceeds this.
const MAX_CALLS_PER_WINDOW = 240;
/** Calls that a process reserves at a time, so that most of them cost no statement. */
const BLOCK = 20;

/** Calls of one session that this process has reserved. */
interface Block {
  left: number;
  isOver: boolean;
  reserving?: Promise<void> | undefined;
}

/**
 * Limits the calls of each anonymous session per minute, over all processes; the sessions of an address have a limit of
 * their own (R7.3). Throws A0501 beyond it.
 */
export function createAnonymousQuota({ db, clock }: { db: Db; clock: Clock }) {
  let windowAt = 0;
  const blocks = new Map<string, Block>();

  async function reserve(sessionId: string, block: Block): Promise<void> {
    const reservation = {
      sessionId,
      windowAt: new Date(windowAt),
      block: BLOCK,
      limit: MAX_CALLS_PER_WINDOW,
    };
    try {
      if (await reserveCalls(db, reservation)) block.left += BLOCK;
      else block.isOver = true;
    } finally {
      block.reserving = undefined;
    }
  }

  function findBlock(sessionId: string): Block {
    const block = blocks.get(sessionId) ?? { left: 0, isOver: false };
    blocks.set(sessionId, block);
    return block;
  }

  return async function countCall(sessionId: string): Promise<void> {
    const now = clock.now();
    const current = Math.floor(now / WINDOW_MS) * WINDOW_MS;
    if (current !== windowAt) {
      windowAt = current;
      blocks.clear();
      await deleteEarlierCalls(db);
    }
    const block = findBlock(sessionId);
    while (block.left === 0) {
      if (block.isOver)
        throw new AppError("A0501", { retryAfterS: Math.ceil((current + WINDOW_MS - now) / 1_000) });
      block.reserving ??= reserve(sessionId, block);
      await block.reserving;
    }
    block.left -= 1;
  };
}

export type AnonymousQuota = ReturnType<typeof createAnonymousQuota>;
