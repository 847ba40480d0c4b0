import { AppError } from "../../../../errors.ts";
import type { Bus } from "../../../../infra/bus.ts";
import type { Clock } from "../../../../infra/clock.ts";
import { findSource } from "../../../../infra/find-source.ts";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";
import type { ServerKeys } from "../server-keys.service.ts";
import { publishSessionEnd } from "../sessions.service.ts";
import type { RefreshRow } from "./sessions.repository.ts";
import {
  endSession,
  insertTokens,
  lockRefreshToken,
  markRefreshTokenUsed,
  touchSession,
} from "./sessions.repository.ts";
import type { StartedSession } from "./token-lifetime.ts";
import { expiryOf, toStartedSession } from "./token-lifetime.ts";
import { deriveSuccessors } from "./token-values.ts";

const KEY_NAME = "refresh-successor";
// Covers the time between redeeming a token and the response reaching the caller's other tab or its retry.
const GRACE_S = 2;

/** A token to exchange: the one of a tab, or the one in the browser's cookie. Each is valid as its own kind only. */
interface Presented {
  token: string;
  kind: "refresh" | "kept";
  address: string;
}

interface Refreshed {
  started?: StartedSession;
  /** Set when a used token was presented again: the session that was ended. */
  ended?: { accountId: string | undefined; sessionId: string };
}

/**
 * Exchanges refresh tokens. Each is valid once. Concurrent requests get the same pair: all that arrive within two seconds
 * of the first one's redeeming. A later one ends the whole token family, because owner and thief cannot be distinguished.
 * The grace period gives a thief no lasting access: the pair is the owner's own, and its second use ends the family.
 */
export function createTokenRefresh(options: { db: Db; clock: Clock; bus: Bus; serverKeys: ServerKeys }) {
  const { db, clock, bus, serverKeys } = options;

  async function endFamily(trx: Transaction, row: RefreshRow, address: string): Promise<Refreshed> {
    const accountId = row.accountId ?? undefined;
    await endSession(trx, { sessionId: row.sessionId, reason: "replay", endedAt: new Date(clock.now()) });
    if (accountId !== undefined)
      await writeAudit(trx, {
        kind: "security",
        type: "session.replay",
        actorId: accountId,
        objectType: "session",
        objectId: row.sessionId,
        address,
      });
    return { ended: { accountId, sessionId: row.sessionId } };
  }

  async function exchange(
    trx: Transaction,
    { token, kind, address, arrivedAt }: Presented & { arrivedAt: number },
  ): Promise<Refreshed> {
    const pair = deriveSuccessors(await serverKeys.get(KEY_NAME), { token, kind });
    // A duration, so that the database's clock is compared only with itself. The time a request waited here is not the
    // caller's fault.
    const justUsedS = GRACE_S + (performance.now() - arrivedAt) / 1_000;
    const row = await lockRefreshToken(trx, { token, kind, justUsedS });
    const now = clock.now();
    if (!row || row.expiresAt.getTime() <= now) throw new AppError("A0230");
    if (row.isAccountCancelled) throw new AppError("A0201");
    if (row.endedAt || row.isAccountDisabled) throw new AppError("A0230");
    if (row.usedAt) {
      if (row.isJustUsed) return { started: toStartedSession(pair) };
      return await endFamily(trx, row, address);
    }
    await insertTokens(trx, { sessionId: row.sessionId, pair, ...expiryOf(now) });
    // An anonymous session stores only the source that it is counted by.
    const seenFrom = row.accountId === null ? findSource(address) : address;
    await touchSession(trx, { sessionId: row.sessionId, address: seenFrom, seenAt: new Date(now) });
    // Last, so that its time is as close to the response as possible.
    await markRefreshTokenUsed(trx, token);
    return { started: toStartedSession(pair) };
  }

  return {
    /** Throws A0230 for a token that is unknown, expired, used or of an ended session; A0201 for a cancelled account. */
    async refresh(presented: Presented): Promise<StartedSession> {
      // The request is complete here: a body that arrives slowly does not extend the grace period.
      const arrivedAt = performance.now();
      // Before the transaction: the key may need a connection of its own.
      await serverKeys.get(KEY_NAME);
      const { started, ended } = await db
        .transaction()
        .execute((trx) => exchange(trx, { ...presented, arrivedAt }));
      if (ended) publishSessionEnd(bus, ended);
      if (!started) throw new AppError("A0230");
      return started;
    },
  };
}
